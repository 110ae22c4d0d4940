// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

enum class TableKind {
    Kernels,      ///< kernel_details, op_summary: a row per kernel
    TaskTime,     ///< task_time: a row per device task; the kernels of a profile that has no better table
    StepTrace,    ///< step_trace_time
    Iterations,   ///< step_trace: a row per iteration of a graph, with a varying number of fields; kept as it is too
    Memory,       ///< memory_record: samples of the allocators
    Allocations,  ///< operator_memory: a row per block of memory
    ModuleMemory, ///< npu_module_mem: samples by module of the driver; kept as it is too
    DeviceMemory, ///< npu_mem: samples of the process and the device; kept as it is too
    Extra,        ///< kept as it is
    Ragged,       ///< kept as it is; the rows differ in length
    Unknown,
};

/// A table as its header tells: file names are changed and copied about, headers are not.
struct KnownTable {
    TableKind kind = TableKind::Unknown;
    std::string_view name; ///< "kernel_details", "op_statistic", …; "" when unknown
    std::string_view twin; ///< the table that has the same header: "ddr" of "hbm"; "" when there is none
    bool seen = true;      ///< a real file was read; false: only descriptions tell of it
};

KnownTable tableOf(const std::vector<std::string>& header);

/// The table's name; the twin's where the file's name begins with it.
std::string_view tableName(const KnownTable& table, const std::filesystem::path& path);

/// The first column that has one of the names, or -1.
int columnOf(const std::vector<std::string>& header, std::initializer_list<std::string_view> names);

/// True for the cells that mean "no value": empty, N/A, NA.
bool isMissingCell(std::string_view cell);

} // namespace tideline
