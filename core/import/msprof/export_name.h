// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tideline {

/// What the name of a file that msprof exported says: "op_summary_slice_2_20250101120000.csv", in old exports
/// "msprof_0_2_1_slice_0.json" with the numbers of device, model and iteration.
struct ExportName {
    std::string kind;                  ///< "op_summary", "msprof"
    std::vector<std::int64_t> numbers; ///< of old exports
    std::optional<std::int64_t> slice;
    std::string timestamp; ///< 14 digits of local time; "" in old exports
};

ExportName exportName(const std::filesystem::path& path);

/// Later timestamps are greater, whatever their length; none is the least.
bool isLaterExport(const std::string& a, const std::string& b);

/// Files with the same content that an export left side by side, and those of its other times.
struct ExportFamily {
    std::vector<std::filesystem::path> files; ///< slices and iterations in their order
    std::vector<std::filesystem::path> older;
    std::vector<std::int64_t> missing; ///< numbers of slices between the first and the last that are not there
};

/// Chooses among files that hold one table or trace: those of the newest timestamp. Slices whose numbers go on in the
/// export before, as when the clock moved while they were written, belong to it. Of files that bear no number, as
/// copies under other names, the first by name is chosen; one of the kind `preferred` comes first.
ExportFamily newestFamily(std::vector<std::filesystem::path> files, const std::string& preferred);

} // namespace tideline
