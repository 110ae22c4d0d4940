// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/profiler_files.h"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kGarbageThresholdMs = 1; ///< shorter collections are not recorded

Status writeJson(const std::filesystem::path& path, const Json& json)
{
    OutputFile file;
    const Status opened = file.open(path);
    if (!opened)
        return opened;
    file.write(json.dump(4));
    return file.close();
}

Json commonConfig(const capture::RankInfo& rank)
{
    Json schedule = {{"wait", 0}, {"active", rank.steps}, {"warmup", 0}, {"repeat", 1}, {"skip_first", rank.firstStep}};
    return {{"activities", {"ProfilerActivity.CPU", "ProfilerActivity.NPU"}},
            {"schedule", schedule},
            {"record_shapes", true},
            {"profile_memory", rank.memory},
            {"with_stack", false},
            {"with_flops", false},
            {"with_modules", false}};
}

Json experimentalConfig(const capture::RankInfo& rank, const std::vector<std::string>& exports)
{
    const bool counters = rank.level != capture::TraceLevel::Kernels;
    return {{"_profiler_level", "Level" + std::to_string(static_cast<int>(rank.level) - 1)},
            {"_aic_metrics", counters ? "ACL_AICORE_PIPE_UTILIZATION" : "ACL_AICORE_NONE"},
            {"_l2_cache", false},
            {"_msprof_tx", false},
            {"_data_simplification", true},
            {"record_op_args", false},
            {"_export_type", exports},
            {"_op_attr", false},
            {"_gc_detect_threshold", kGarbageThresholdMs}};
}

/// 1 where there is no group of this kind.
std::size_t groupSize(const capture::RankInfo& rank, std::string_view label)
{
    for (const capture::ParallelGroup& group : rank.groups)
        if (group.label == label)
            return group.ranks.size();
    return 1;
}

Json metadata(const capture::RankInfo& rank)
{
    Json json;
    Json environment = Json::object();
    for (const auto& [name, value] : rank.environment)
        environment[name] = value;
    json["ENV_VARIABLES"] = environment;
    if (!rank.groups.empty()) {
        const std::size_t tensor = groupSize(rank, "tp");
        const std::size_t data = std::max(groupSize(rank, "dp"), groupSize(rank, "default_group"));
        json["distributed_args"] = {{"tensor_model_parallel_size", tensor},
                                    {"pipeline_model_parallel_size", rank.worldSize / (tensor * data)},
                                    {"data_parallel_size", data},
                                    {"context_parallel_size", 1},
                                    {"expert_model_parallel_size", groupSize(rank, "ep")},
                                    {"sequence_parallel", false},
                                    {"rank", rank.rank},
                                    {"world_size", rank.worldSize}};
        Json groups = Json::object();
        for (const capture::ParallelGroup& group : rank.groups)
            groups[group.name] = {
                {"group_name", group.label}, {"group_rank", group.ownPosition}, {"global_ranks", group.ranks}};
        json["parallel_group_info"] = groups;
    }
    return json;
}

} // namespace

Status writeProfilerInfo(const std::filesystem::path& folder, const capture::RankInfo& rank, std::int64_t endWallNs,
                         const std::vector<std::string>& exports)
{
    const capture::ClockPair& clock = rank.clock;
    const std::int64_t length = endWallNs - clock.hostWallNs;
    Json json;
    json["config"] = {{"common_config", commonConfig(rank)},
                      {"experimental_config", experimentalConfig(rank, exports)}};
    json["start_info"] = {{"syscnt_enable", true},
                          {"freq", clock.deviceCounterHz / 1'000'000},
                          {"start_cnt", clock.deviceCounterNs / (1'000'000'000 / clock.deviceCounterHz)},
                          {"start_monotonic", clock.hostMonotonicNs}};
    json["end_info"] = {{"collectionTimeEnd", endWallNs}, {"MonotonicTimeEnd", clock.hostMonotonicNs + length}};
    json["rank_id"] = rank.rank;
    json["device_spec"] = rank.deviceSpec; // names the row of the device table
    return writeJson(folder / ("profiler_info_" + std::to_string(rank.rank) + ".json"), json);
}

std::vector<std::pair<std::string, std::string>> profilerMetadata(const capture::RankInfo& rank)
{
    std::vector<std::pair<std::string, std::string>> out;
    const Json json = metadata(rank);
    for (const auto& [name, value] : json.items())
        out.emplace_back(name, value.dump());
    return out;
}

Status writeProfilerMetadata(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    return writeJson(folder / "profiler_metadata.json", metadata(rank));
}

} // namespace tideline::torch_npu
