// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_kind.h"

#include <algorithm>

namespace tideline {

namespace {

struct Pattern {
    TableKind kind;
    std::string_view name;
    std::vector<std::vector<std::string_view>> columns; // one spelling of each must be present
};

/// Asked in order: the more telling headers come first.
const std::vector<Pattern>& patterns()
{
    static const std::vector<Pattern> kPatterns = {
        {TableKind::Kernels,
         "kernel_details",
         {{"Name", "Op Name"}, {"Start Time(us)", "Task Start Time(us)"}, {"Duration(us)", "Task Duration(us)"}}},
        {TableKind::TaskTime, "task_time", {{"kernel_name"}, {"task_time(us)"}, {"task_start(us)"}}},
        {TableKind::StepTrace, "step_trace_time", {{"Computing"}, {"Communication(Not Overlapped)"}, {"Free"}}},
        {TableKind::Extra, "operator_details", {{"Name"}, {"Host Self Duration(us)"}, {"Device Self Duration(us)"}}},
        {TableKind::Extra, "op_statistic", {{"OP Type"}, {"Core Type"}, {"Count"}, {"Total Time(us)"}}},
        {TableKind::Extra, "api_statistic", {{"Level"}, {"API Name"}, {"Time(us)"}, {"Count"}}},
        {TableKind::Extra, "communication_statistic", {{"OP Type"}, {"Count"}, {"Total Time(us)"}, {"Ratio(%)"}}},
        {TableKind::Memory,
         "memory_record",
         {{"Component"}, {"Timestamp(us)"}, {"Total Allocated(MB)", "Total Allocated(KB)"}}},
        {TableKind::Extra, "npu_module_mem", {{"Component"}, {"Total Reserved(MB)", "Total Reserved(KB)"}}},
        {TableKind::Allocations,
         "operator_memory",
         {{"Name"}, {"Size(KB)", "Size(MB)"}, {"Allocation Time(us)"}, {"Duration(us)"}}},
        {TableKind::Deferred, "npu_mem", {{"event"}, {"memory(KB)"}, {"timestamp(us)"}}},
        {TableKind::Deferred, "static_op_mem", {{"Op Name"}, {"Graph ID"}, {"Size(KB)"}}},
        {TableKind::Extra, "l2_cache", {{"Stream Id", "Stream ID"}, {"Hit Rate"}, {"Victim Rate"}}},
        {TableKind::Deferred, "step_trace", {{"Iteration ID"}, {"FP Start(us)"}, {"BP End(us)"}}},
        {TableKind::Deferred, "fusion_op", {{"Fusion Op"}, {"Original Ops"}}},
    };
    return kPatterns;
}

bool has(const std::vector<std::string>& header, const std::vector<std::string_view>& names)
{
    return std::any_of(names.begin(), names.end(), [&header](std::string_view name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    });
}

} // namespace

KnownTable tableOf(const std::vector<std::string>& header)
{
    for (const Pattern& pattern : patterns()) {
        const bool all = std::all_of(pattern.columns.begin(), pattern.columns.end(),
                                     [&header](const auto& names) { return has(header, names); });
        if (all)
            return {pattern.kind, pattern.name};
    }
    return {};
}

int columnOf(const std::vector<std::string>& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end())
            return static_cast<int>(found - header.begin());
    }
    return -1;
}

bool isMissingCell(std::string_view cell)
{
    return cell.empty() || cell == "N/A" || cell == "NA";
}

} // namespace tideline
