// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_patterns.h"

namespace tideline {

namespace {

using Patterns = std::vector<TablePattern>;

/// Tables of which real files were read.
KnownTable seen(TableKind kind, std::string_view name)
{
    return {kind, name, {}, true};
}

/// Tables that only descriptions and the sources of their writers tell of; `twin` has the same header.
KnownTable described(TableKind kind, std::string_view name, std::string_view twin = {})
{
    return {kind, name, twin, false};
}

/// Rows that stand on the timeline, or steps.
Patterns eventPatterns()
{
    using enum TableKind;
    return {
        {described(Kernels, "op_summary"),
         {{"Op Name"}, {"Start Time(us)", "Task Start Time(us)"}, {"Duration(us)", "Task Duration(us)"}}},
        {seen(Kernels, "kernel_details"),
         {{"Name"}, {"Start Time(us)", "Task Start Time(us)"}, {"Duration(us)", "Task Duration(us)"}}},
        {described(TaskTime, "task_time"), {{"kernel_name"}, {"task_time(us)"}, {"task_start(us)"}}},
        {described(Extra, "task_time"), {{"Time(%)"}, {"Waiting(us)"}, {"Running(us)"}, {"Pending(us)"}}},
        {seen(StepTrace, "step_trace_time"), {{"Computing"}, {"Communication(Not Overlapped)"}, {"Free"}}},
        {described(Iterations, "step_trace"), {{"Iteration ID"}, {"FP Start(us)"}, {"BP End(us)"}}},
    };
}

Patterns statisticPatterns()
{
    using enum TableKind;
    return {
        {seen(Extra, "operator_details"), {{"Name"}, {"Host Self Duration(us)"}, {"Device Self Duration(us)"}}},
        {seen(Extra, "op_statistic"), {{"OP Type"}, {"Core Type"}, {"Count"}, {"Total Time(us)"}}},
        {seen(Extra, "api_statistic"), {{"Level"}, {"API Name"}, {"Time(us)"}, {"Count"}}},
        {described(Extra, "communication_statistic"), {{"OP Type"}, {"Count"}, {"Total Time(us)"}, {"Ratio(%)"}}},
        {described(Extra, "fusion_op"), {{"Fusion Op"}, {"Original Ops"}}},
        {described(Extra, "os_runtime_statistic"), {{"Process ID"}, {"Thread ID"}, {"Time(%)"}, {"Count"}}},
        {described(Extra, "msprof_tx"), {{"pid"}, {"tid"}, {"event_type"}, {"payload_value"}, {"Start_time(us)"}}},
    };
}

Patterns memoryPatterns()
{
    using enum TableKind;
    return {
        {seen(Memory, "memory_record"), {{"Component"}, {"Timestamp(us)"}, {"Total Allocated(MB)"}}},
        {described(Memory, "memory_record"), {{"Component"}, {"Timestamp(us)"}, {"Total Allocated(KB)"}}},
        {seen(ModuleMemory, "npu_module_mem"), {{"Component"}, {"Timestamp(us)"}, {"Total Reserved(MB)"}}},
        {described(ModuleMemory, "npu_module_mem"), {{"Component"}, {"Timestamp(us)"}, {"Total Reserved(KB)"}}},
        {seen(Allocations, "operator_memory"),
         {{"Name"}, {"Size(KB)", "Size(MB)"}, {"Allocation Time(us)"}, {"Allocation Total Allocated(MB)"}}},
        {described(Allocations, "operator_memory"),
         {{"Name"}, {"Size(KB)", "Size(MB)"}, {"Allocation Time(us)"}, {"Duration(us)"}}},
        {described(DeviceMemory, "npu_mem"), {{"event"}, {"memory(KB)"}, {"timestamp(us)"}}},
        {described(Extra, "static_op_mem"), {{"Op Name"}, {"Graph ID"}, {"Size(KB)"}}},
    };
}

Patterns taskPatterns()
{
    using enum TableKind;
    return {
        {seen(Extra, "l2_cache"), {{"Stream Id", "Stream ID"}, {"Hit Rate"}, {"Victim Rate"}}},
        {described(Extra, "soc_pmu"), {{"Task Id", "Task ID"}, {"TLB Hit Rate"}, {"TLB Miss Rate"}}},
        {described(Extra, "page_fault"), {{"Task Id", "Task ID"}, {"Page Fault Num"}}},
        {described(Extra, "data_preprocess", "aicpu"),
         {{"Timestamp(us)"}, {"Node"}, {"Compute_time(us)"}, {"Memcpy_time(us)"}}},
        {described(Extra, "aicpu_mi"), {{"Node Name"}, {"Start Time(us)"}, {"End Time(us)"}, {"Queue Size"}}},
        {described(Extra, "dp"), {{"Timestamp(us)"}, {"Action"}, {"Source"}, {"Cached Buffer Size"}}},
        {described(Extra, "ccu_mission"), {{"Instruction ID"}, {"Instruction Start Time(us)"}}},
        {described(Extra, "ccu_channel"), {{"Channel Id"}, {"Timestamp(us)"}, {"Max Bandwidth(MB/s)"}}},
        {described(Extra, "dvpp"), {{"Dvpp Id"}, {"Engine Type"}, {"Engine ID"}}},
    };
}

/// Sums over the capture by unit or core.
Patterns hardwarePatterns()
{
    using enum TableKind;
    return {
        {described(Extra, "hbm", "ddr"), {{"Metric"}, {"Read(MB/s)"}, {"Write(MB/s)"}}},
        {described(Extra, "llc_read_write"), {{"Mode"}, {"Task"}, {"Hit Rate(%)"}, {"Throughput(MB/s)"}}},
        {described(Extra, "hccs"), {{"Mode"}, {"Max"}, {"Min"}, {"Average"}}},
        {described(Extra, "pcie"), {{"Mode"}, {"Min"}, {"Max"}, {"Avg"}}},
        {described(Extra, "nic", "roce"), {{"Timestamp(us)"}, {"Bandwidth(MB/s)"}, {"rxPacket/s"}, {"txPacket/s"}}},
        {described(Extra, "ub"), {{"PortId"}, {"TimeStamp"}, {"UBRxPortBandWidth(MB/s)"}}},
        {described(Extra, "ai_core_utilization", "ai_vector_core_utilization"),
         {{"Core ID", "Core Id", "core_id"}, {"total_cycles", "mac_ratio", "vec_ratio", "scalar_ratio"}}},
        {described(Extra, "cpu_usage"), {{"Cpu Type"}, {"User(%)"}, {"Sys(%)"}, {"Idle(%)"}}},
        {described(Extra, "process_cpu_usage"), {{"PID"}, {"Name"}, {"CPU(%)"}}},
        {described(Extra, "process_mem"), {{"PID"}, {"Name"}, {"Size(pages)"}}},
        {described(Extra, "sys_mem"), {{"Memory Total(kB)"}, {"Memory Free(kB)"}}},
        {described(Extra, "pmu_events"), {{"Event"}, {"Name"}, {"Count"}}},
        {described(Extra, "top_function"), {{"Function"}, {"Cycles"}, {"Cycles(%)"}}},
    };
}

/// What MindSpore alone writes. The summary stands on its side: a row per figure, a column per operation.
Patterns dataPipelinePatterns()
{
    using enum TableKind;
    return {
        {seen(Extra, "minddata_pipeline_raw"), {{"op_id"}, {"op_type"}, {"num_workers"}, {"output_queue_usage_rate"}}},
        {described(Ragged, "minddata_pipeline_summary"), {{"op_ids"}}},
        {described(Extra, "dataset"), {{"Operation"}, {"Stage"}, {"Occurrences"}}},
    };
}

/// Tables of MindSpore's older profiler.
Patterns oldMindSporePatterns()
{
    using enum TableKind;
    return {
        {seen(Extra, "aicore_intermediate_detail"),
         {{"full_kernel_name", "full_kernel_time"}, {"execution_time"}, {"execution_frequency"}}},
        {seen(Extra, "aicore_intermediate_type"), {{"kernel_type"}, {"total_time"}, {"execution_frequency"}}},
        {seen(Extra, "framework_raw"), {{"full_kernel_name"}, {"kernel_type"}, {"op_info"}}},
        {seen(Extra, "step_trace_raw"), {{"step_num"}, {"start_point"}, {"fp_point"}, {"bp_point"}}},
        {seen(Extra, "flops"), {{"full_kernel_name"}, {"FLOPs", "MFLOPs(10^6 cube)"}}},
        {seen(Extra, "output_timeline_data"), {{"op_name"}, {"stream_id"}, {"start_time(ms)"}, {"duration(ms)"}}},
    };
}

Patterns allPatterns()
{
    Patterns all;
    for (const Patterns& part : {eventPatterns(), statisticPatterns(), memoryPatterns(), taskPatterns(),
                                 hardwarePatterns(), dataPipelinePatterns(), oldMindSporePatterns()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

const std::vector<TablePattern>& tablePatterns()
{
    static const Patterns kPatterns = allPatterns();
    return kPatterns;
}

} // namespace tideline
