// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/cli/output.h"

namespace tideline {

std::optional<std::string> verbFault(const CLI::App& app, const std::vector<std::string>& words)
{
    const std::string first = words.empty() ? std::string() : words.front();
    if (first.starts_with('-') && first != "-")
        return std::nullopt;
    const auto verbs = app.get_subcommands({});
    if (std::any_of(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->check_name(first); }))
        return std::nullopt;
    std::string names;
    for (const CLI::App* verb : verbs)
        names += (names.empty() ? "" : ", ") + verb->get_name();
    const std::string what = words.empty() ? "no verb given" : "unknown verb '" + visible(first) + "'";
    return "error: " + what + ". The verbs are " + names + "; see tideline-cli --help";
}

std::string usageText(const CLI::App& app, const CLI::Error& error)
{
    const auto named = app.get_subcommands();
    const std::string verb = named.empty() ? std::string() : " " + named.front()->get_name();
    return "tideline-cli: error: " + visible(error.what()) + "\nSee tideline-cli" + verb + " --help\n";
}

} // namespace tideline
