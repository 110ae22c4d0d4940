// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common_options.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include <CLI/CLI.hpp>
#include <glob.h>

#include "app/cli/byte_size.h"
#include "app/cli/choice.h"

namespace tideline {

namespace {

bool isTruthWord(std::string word)
{
    constexpr std::string_view kWords[] = {"true", "on", "1", "yes", "false", "off", "0", "no"};
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool isSwitch(const CLI::App& verb, const std::string& word)
{
    const CLI::Option* option = word.starts_with('-') ? verb.get_option_no_throw(word) : nullptr;
    return option && option->get_items_expected_max() == 0;
}

/// What the pattern matches, sorted; the text itself where it names a file or is no pattern.
std::vector<std::filesystem::path> expanded(const std::string& text)
{
    std::error_code ignored;
    const bool pattern = text.find_first_of("*?[") != std::string::npos;
    if (!pattern || std::filesystem::exists(text, ignored))
        return {text};
    glob_t matches = {};
    std::vector<std::filesystem::path> paths;
    if (::glob(text.c_str(), 0, nullptr, &matches) == 0)
        paths.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
    ::globfree(&matches);
    return paths.empty() ? std::vector<std::filesystem::path>{text} : paths;
}

} // namespace

std::vector<std::string> joinTruthWords(const CLI::App& app, std::vector<std::string> words)
{
    const auto verbs = app.get_subcommands(
        [&words](const CLI::App* verb) { return !words.empty() && verb->check_name(words.front()); });
    const CLI::App* verb = verbs.empty() ? nullptr : verbs.front();
    for (std::size_t i = 1; verb && i + 1 < words.size() && words[i] != "--"; ++i) {
        if (!isSwitch(*verb, words[i]) || !isTruthWord(words[i + 1]))
            continue;
        words[i] += '=' + words[i + 1];
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return words;
}

void addSwitch(CLI::App& verb, const std::string& names, bool& value, const std::string& help)
{
    verb.add_flag(names, value, help);
}

void addInputOptions(CLI::App& verb, CommonOptions& options)
{
    verb.add_option("-d,--input,--import", options.inputs, "the same as PATH; globs in quotes are expanded")
        ->type_name("PATH");
    verb.add_option("PATH", options.inputs, "profile directories, traces, tables; - reads a trace from stdin")
        ->type_name("");
    verb.add_option("--scope", options.scopeText, "limit to 'rank:0-3 step:50 stream:7 name:MatMul'")
        ->type_name("TEXT");
    verb.add_option("--ranks", options.ranksText, "read only these ranks: 0-7,12")->type_name("LIST");
    verb.add_option("--steps", options.stepsText, "read only these steps: 3 or 3-5,9")->type_name("LIST");
    addSwitch(verb, "--no-python", options.noPython, "leave the framework's operators and functions out");
    addSwitch(verb, "--no-args", options.noArguments, "leave the arguments of events out");
    addChoice(verb, "--align", options.clocks,
              Words<ClockUse>{{"on", ClockUse::Aligned}, {"off", ClockUse::AsRecorded}},
              {"WORD", "take out what the clocks of ranks and devices differ by"});
    addCount(verb, "--threads", options.threads, "threads for reading; 0: all");
    verb.add_option("--memory", options.memoryText, "for rows in memory, 4GiB or 512MiB; default: a quarter of it")
        ->type_name("SIZE");
    verb.add_option("--cache-dir", options.cacheDir, "where stores are kept and packed traces unpacked")
        ->type_name("DIR");
    addChoice(verb, "--color", options.color, plainWords({"auto", "always", "never"}),
              {"WHEN", "colours on a terminal"});
    addSwitch(verb, "--json", options.json, "JSON on stdout");
    addSwitch(verb, "--quiet", options.quiet, "no warnings, no progress");
    addSwitch(verb, "--no-progress", options.noProgress, "no progress");
    addSwitch(verb, "--strict", options.strict, "exit 4 if any part could not be read");
}

void addOutputOption(CLI::App& verb, CommonOptions& options, const std::string& help)
{
    verb.add_option("-o,--output,--export", options.output, help)->type_name("FILE");
}

Status resolve(CommonOptions& options)
{
    options.paths.clear();
    for (const std::string& input : options.inputs) {
        for (auto& path : expanded(input))
            options.paths.push_back(std::move(path));
    }
    if (options.paths.empty())
        return Error{ErrorCode::InvalidArgument, "no PATH given", {}, "Name a profile directory or a trace file"};
    auto scope = parseScope(options.scopeText);
    if (!scope)
        return scope.error();
    options.scope = std::move(*scope);
    auto ranks = NumberSet::parse(options.ranksText);
    auto steps = NumberSet::parse(options.stepsText);
    for (auto* const set : {&ranks, &steps}) {
        if (*set)
            continue;
        Error error = set->error();
        error.what = (set == &ranks ? "--ranks: " : "--steps: ") + error.what;
        return error;
    }
    if (!options.memoryText.empty()) {
        const auto bytes = parseByteSize(options.memoryText);
        if (!bytes || *bytes == 0)
            return Error{ErrorCode::InvalidArgument,
                         "--memory: '" + options.memoryText + "' is not a size",
                         {},
                         "Sizes look like 4GiB or 512MiB"};
        options.memoryBytes = *bytes;
    }
    options.partial.ranks = std::move(*ranks);
    options.partial.steps = std::move(*steps);
    options.partial.python = !options.noPython;
    options.partial.arguments = !options.noArguments;
    return Done{};
}

} // namespace tideline
