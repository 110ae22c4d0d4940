// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Error;
} // namespace CLI

namespace tideline {

/// What is wrong with the verb that the words begin with, if anything: none given, or one that does not exist.
std::optional<std::string> verbFault(const CLI::App& app, const std::vector<std::string>& words);

/// What the parser found wrong, with the next step, for standard error.
std::string usageText(const CLI::App& app, const CLI::Error& error);

} // namespace tideline
