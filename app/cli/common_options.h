// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/interrupt.h"
#include "core/analyze/scope.h"
#include "core/base/result.h"
#include "core/import/partial/partial_import.h"
#include "core/session/session.h"

namespace CLI {
class App;
}

namespace tideline {

/// Options that every verb with an input has.
struct CommonOptions {
    std::vector<std::string> inputs; ///< as given: paths, quoted globs, "-"
    std::string output;              ///< "" and "-": standard output
    std::string scopeText;
    std::string ranksText;
    std::string stepsText;
    std::string cacheDir;
    std::string memoryText;
    std::string color = "auto";
    unsigned threads = 0;
    bool json = false;
    bool csv = false;
    bool quiet = false;
    bool noProgress = false;
    bool strict = false;
    bool noPython = false;
    bool noArguments = false;
    ClockUse clocks = ClockUse::Aligned;
    std::stop_token stop;
    std::shared_ptr<MayEnd> mayEnd; ///< null: never

    StoreUse store = StoreUse::Now;
    std::uint64_t memoryBytes = 0;            ///< set by resolve(); 0: the default
    std::vector<std::filesystem::path> paths; ///< the inputs, globs expanded; set by resolve()
    Scope scope;                              ///< set by resolve()
    PartialImport partial;                    ///< set by resolve()
};

/// Adds the input, its spellings and what is common. Boolean options take an optional word (True, False, on, off, 1, 0).
void addInputOptions(CLI::App& verb, CommonOptions& options);
void addOutputOption(CLI::App& verb, CommonOptions& options, const std::string& help);

/// A flag; "=" and a truth word may follow.
void addSwitch(CLI::App& verb, const std::string& names, bool& value, const std::string& help);

/// The words of the command line with each truth word that follows a switch of its verb joined to it: "--json" "off"
/// becomes "--json=off". Other words stay, so that a path may follow a switch.
std::vector<std::string> joinTruthWords(const CLI::App& app, std::vector<std::string> words);

/// Expands globs, parses the scope and the limits of the import. An Error (usage) names the option.
Status resolve(CommonOptions& options);

} // namespace tideline
