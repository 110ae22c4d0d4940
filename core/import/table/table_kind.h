// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

enum class TableKind {
    Kernels,     ///< kernel_details, op_summary: a row per kernel
    TaskTime,    ///< task_time: a row per device task; the kernels of a profile that has no better table
    StepTrace,   ///< step_trace_time
    Memory,      ///< memory_record: samples of the allocators
    Allocations, ///< operator_memory: a row per block of memory
    Extra,       ///< kept as it is
    Deferred,    ///< known, but not read by this version
    Unknown,
};

/// A table as its header tells: file names are changed and copied about, headers are not.
struct KnownTable {
    TableKind kind = TableKind::Unknown;
    std::string_view name; ///< "kernel_details", "op_statistic", …; "" when unknown
};

KnownTable tableOf(const std::vector<std::string>& header);

/// The first column that has one of the names, or -1.
int columnOf(const std::vector<std::string>& header, std::initializer_list<std::string_view> names);

/// True for the cells that mean "no value": empty, N/A, NA.
bool isMissingCell(std::string_view cell);

} // namespace tideline
