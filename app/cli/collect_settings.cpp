// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "app/cli/collect_request.h"
#include "app/cli/collect_takers.h"

namespace tideline {

namespace {

std::vector<CollectSetting> makeWorkloadSettings()
{
    return {
        {"--scenario", "", "NAME", "workload: a built-in name or a JSON file", false,
         takesText([](CollectRequest& r) -> std::string& { return r.options.scenario; })},
        {"--device", "", "NAME", "device: a built-in name or a JSON file; default: the scenario's", false,
         takesText([](CollectRequest& r) -> std::string& { return r.options.device; })},
        {"--ranks", "", "N", "number of ranks; default: the scenario's", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.ranks; })},
        {"--steps", "", "N", "steps to run; default: the scenario's", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.steps; })},
        {"--seed", "", "N", "of all random numbers; the same seed gives the same bytes (1)", false, takeSeed},
        {"--ranks-per-host", "", "N", "ranks that share a host; default: the scenario's or 8", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.ranksPerHost; })},
        {"--overhead", "", "on|off", "let profiling cost time (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.overhead; })},
    };
}

std::vector<CollectSetting> makeRecordSettings()
{
    const Words<capture::TraceLevel> levels = {
        {"1", capture::TraceLevel::Kernels}, {"2", capture::TraceLevel::HostApi}, {"3", capture::TraceLevel::Full}};
    return {
        {"--trace-level", "ASCEND_PROFILING_TRACE_LEVEL", "1|2|3",
         "1: kernels and steps; 2: also host calls, shapes, links and collectives; 3: also the runtime, parts of "
         "collectives and memory (2)",
         false,
         takesWord<capture::TraceLevel>(levels,
                                        [](CollectRequest& r) -> capture::TraceLevel& { return r.options.level; })},
        {"--task-time", "", "WORD", "the task part alone: on, off, l0, l1, l2, 1 (the same as l0)", true, takeTaskTime},
        {"--ai-core", "", "on|off", "counters of each kernel (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.aiCore; })},
        {"--aic-metrics", "", "LIST",
         "counter groups, separated by commas; several are passes of their own "
         "(PipeUtilization)",
         true, takeGroups},
        {"--aic-mode", "", "MODE", "task-based; sample-based comes with a later version", false, takeMode},
        {"--aic-config", "", "FILE",
         "JSON with what to count: {\"profiler\":{\"switch\":\"on\",\"aic_metrics\":\"Memory\"}}, what tensors hold "
         "(dump) and own metrics (metrics)",
         false, takeAicConfig},
        {"--l2-cache", "", "on|off", "what L2 saw of each task (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.l2Cache; })},
        {"--communication", "ASCEND_HCCL_PROFILING_ENABLE", "on|off", "collectives (on with two ranks or more)", true,
         takesTruth([](CollectRequest& r) -> std::optional<bool>& { return r.options.communication; })},
        {"--communication-matrix", "", "on|off", "traffic of each link (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.communicationMatrix; })},
        {"--memory", "ASCEND_MEMORY_PROFILING_ENABLE", "on|off", "allocations (on at trace level 3)", true,
         takesTruth([](CollectRequest& r) -> std::optional<bool>& { return r.options.memory; })},
        {"--sys-hardware-mem", "", "on|off", "counters of HBM, L2 and device memory (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.hardwareMemory; })},
        {"--freq", "ASCEND_PROFILING_FREQ", "HZ", "rate of all samplers, 1 to 10000 (1000)", false, takeFrequency},
        {"--sample-interval", "", "TIME", "the same as a time: 100us, 1ms", false, takeInterval},
        {"--num-batches", "", "N", "steps to record", false,
         takesCount([](CollectRequest& r) -> std::optional<std::uint32_t>& { return r.batches; })},
        {"--schedule", "", "W,W,A", "steps to wait, to warm up and to record", false, takeSchedule},
        {"--op-list", "ASCEND_PROFILING_OP_LIST", "LIST", "kernel types to record; others leave totals only", false,
         takeOperators},
        {"--sync-markers", "", "on|off", "pairs of host and device times every second and at every step (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.syncMarkers; })},
        {"--with-stack", "", "on|off", "call stacks (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.withStack; })},
    };
}

std::vector<CollectSetting> makeOutputSettings()
{
    return {
        {"-o,--output", "ASCEND_PROFILING_OUTPUT_PATH", "DIR", "directory to make", false, takeDirectory},
        {"--export", "", "LIST", "text, db, msprof, cluster, chrome-trace, tasks (text,db)", false, takeForms},
        {"--raw", "", "on|off", "raw records come with a later version", true, takeRaw},
        {"--application", "", "CMD", "running a program comes with a later version", false, takeApplication},
        {"", "ASCEND_PROFILING_ENABLE", "on|off", "", false,
         takesTruth([](CollectRequest& r) -> bool& { return r.enabled; })},
        {"", "HCCL_TRACE_LEVEL", "1|2|3", "", false, takeCommunicationLevel},
        {"", "HCCL_PROFILING_OUTPUT", "DIR", "", false, takeCommunicationDirectory},
    };
}

} // namespace

const std::vector<CollectSetting>& collectSettings()
{
    static const std::vector<CollectSetting> settings = [] {
        std::vector<CollectSetting> all = makeWorkloadSettings();
        for (auto&& part : {makeRecordSettings(), makeOutputSettings()})
            all.insert(all.end(), part.begin(), part.end());
        all.push_back({"--fault", "", "KIND", "plant a fault: KIND or KIND:key=value,…; may be given several times",
                       false, takeFault});
        return all;
    }();
    return settings;
}

} // namespace tideline
