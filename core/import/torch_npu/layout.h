// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tideline {

/// Where the parts of one rank's profile lie.
struct TorchLayout {
    std::filesystem::path root;   ///< holds profiler_info_<rank>.json
    std::filesystem::path output; ///< holds trace_view.json and the tables
};

/// The layout when path is a rank's directory, its ASCEND_PROFILER_OUTPUT, or a directory with the files of one.
std::optional<TorchLayout> torchLayout(const std::filesystem::path& path);

/// For a directory that holds raw records nobody analysed yet: what to call to get the readable files; else nothing.
std::optional<std::string> howToAnalyse(const std::filesystem::path& path);

/// profiler_info_<n>.json (or profiler_info.json) of a rank's directory.
std::optional<std::filesystem::path> profilerInfoFile(const std::filesystem::path& root);

/// The first number in text after `prefix`: "profiler_info_12.json" after "profiler_info_" is 12.
std::optional<std::int64_t> numberAfter(const std::string& text, const std::string& prefix);

/// The host in <hostname>_<pid>_<timestamp>_ascend_pt; "" when the name was chosen freely.
std::string hostInName(std::string name);

/// Names of a directory's entries, sorted; empty when it cannot be read.
std::vector<std::filesystem::path> sortedEntries(const std::filesystem::path& directory);

} // namespace tideline
