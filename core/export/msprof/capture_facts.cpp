// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/msprof/capture_facts.h"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/export/torch_npu/output_file.h"
#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu/text.h"

namespace tideline::msprof {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kLetters = 16;

std::string textOf(std::uint32_t value)
{
    return std::to_string(value);
}

Json infoOf(const capture::RankInfo& rank)
{
    Json info;
    info["pid"] = textOf(rank.pid);
    info["hostname"] = rank.hostName;
    info["hostUid"] = std::to_string(capture::groupHash(rank.hostName));
    info["platform_version"] = rank.deviceSpec;
    info["rank_id"] = rank.rank;
    info["devices"] = textOf(rank.deviceId);
    info["DeviceInfo"] = Json::array({{{"id", rank.deviceId},
                                       {"ai_core_num", rank.aiCores},
                                       {"hwts_frequency", std::to_string(rank.clock.deviceCounterHz / 1'000'000)}}});
    return info;
}

Json sampleOf(const capture::RankInfo& rank)
{
    const bool detailed = rank.level != capture::TraceLevel::Kernels;
    Json sample;
    sample["devices"] = textOf(rank.deviceId);
    sample["prof_level"] = "l" + std::to_string(static_cast<int>(rank.level) - 1);
    sample["ai_core_profiling"] = detailed && rank.aiCore ? "on" : "off";
    sample["ai_core_profiling_mode"] = "task-based";
    sample["ai_core_metrics"] = std::string(capture::pmuGroupName(rank.pmuGroup));
    sample["hccl"] = rank.communication ? "on" : "off";
    sample["l2CacheTaskProfiling"] = rank.l2Cache ? "on" : "off";
    sample["hbmProfiling"] = rank.hardwareMemory ? "on" : "off";
    return sample;
}

Status writeJson(const std::filesystem::path& path, const Json& json)
{
    torch_npu::OutputFile file;
    const Status opened = file.open(path);
    if (!opened)
        return opened;
    file.write(json.dump());
    return file.close();
}

} // namespace

std::string captureName(const capture::RankInfo& rank)
{
    std::uint64_t hash = capture::groupHash(fmt::format("{}:{}:{}", rank.hostName, rank.pid, rank.rank));
    std::string letters;
    for (int i = 0; i < kLetters; ++i) {
        letters += static_cast<char>('A' + hash % 26);
        hash = hash / 26 + hash % 26 * 0x1234'5678'9ABC'DEFULL;
    }
    return fmt::format("PROF_{:06}_{}_{}", 1, torch_npu::compactDate(rank.clock.hostWallNs), letters);
}

Status writeFacts(const std::filesystem::path& capture, const capture::RankInfo& rank)
{
    const std::string number = textOf(rank.deviceId);
    const std::filesystem::path device = capture / ("device_" + number);
    const std::filesystem::path host = capture / "host";
    std::vector<Status> results = {torch_npu::makeFolders(device), torch_npu::makeFolders(host)};
    results.push_back(writeJson(device / ("info.json." + number), infoOf(rank)));
    results.push_back(writeJson(device / "sample.json", sampleOf(rank)));
    results.push_back(writeJson(host / "info.json", infoOf(rank)));
    results.push_back(writeJson(host / "sample.json", sampleOf(rank)));
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

} // namespace tideline::msprof
