// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/rank_facts.h"

#include <set>
#include <utility>
#include <vector>

#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu/profiler_info.h"

namespace tideline {

namespace {

void readMetadata(DatabaseReader& reader, RankInfo& rank)
{
    TableScan table(reader, "META_DATA", {"name", "value"});
    while (table.next()) {
        const std::string name(table.rawText(0));
        if (name == "SCHEMA_VERSION")
            rank.switches["schema_version"] = std::string(table.rawText(1));
        else
            takeProfilerMetadata(name, table.rawText(1), rank);
    }
}

void readHost(DatabaseReader& reader, RankInfo& rank)
{
    TableScan host(reader, "HOST_INFO", {"hostName", "hostUid"});
    while (host.next()) {
        if (rank.host.empty())
            rank.host = std::string(host.rawText(0));
    }
    TableScan npu(reader, "NPU_INFO", {"id", "name"});
    while (npu.next()) {
        if (!npu.rawText(1).empty() && !rank.switches.contains("npu_name"))
            rank.switches["npu_name"] = std::string(npu.rawText(1));
    }
    TableScan session(reader, "SESSION_TIME_INFO", {"startTimeNs", "endTimeNs"});
    while (session.next()) {
        if (session.integer(0) != kNoInteger)
            rank.switches["session_start_ns"] = std::to_string(session.integer(0));
        if (session.integer(1) != kNoInteger)
            rank.switches["session_end_ns"] = std::to_string(session.integer(1));
    }
}

/// "ascend_pytorch_profiler_3.db" says 3.
std::optional<std::int64_t> rankInName(const std::string& name)
{
    for (const char* prefix : {"ascend_pytorch_profiler_", "ascend_mindspore_profiler_"}) {
        if (const auto number = numberAfter(name, prefix))
            return number;
    }
    return {};
}

using DeviceMap = std::map<std::int64_t, std::optional<std::int64_t>>; // rank number by device

DeviceMap readDeviceMap(DatabaseReader& reader)
{
    DeviceMap devices;
    TableScan table(reader, "RANK_DEVICE_MAP", {"rankId", "deviceId"});
    while (table.next()) {
        const std::int64_t number = table.integer(0);
        if (table.integer(1) != kNoInteger)
            devices.emplace(table.integer(1), number >= 0 ? std::optional(number) : std::nullopt);
    }
    return devices;
}

/// Which process drives which device; only asked where there may be several.
std::set<std::pair<std::int64_t, std::int64_t>> readDevicesOfTasks(DatabaseReader& reader)
{
    std::set<std::pair<std::int64_t, std::int64_t>> found; // device, process
    std::pair<std::int64_t, std::int64_t> last{kNoInteger, kNoInteger};
    TableScan table(reader, "TASK", {"deviceId", "globalPid"});
    while (table.next()) {
        const std::pair now{table.integer(0), table.integer(1)};
        if (now != last && now.first != kNoInteger)
            found.insert(now);
        last = now;
    }
    return found;
}

void setDevice(RankInfo& rank, const DeviceMap& devices, std::int64_t device)
{
    if (!rank.device)
        rank.device = device;
    const auto known = devices.find(device);
    if (!rank.rank && known != devices.end())
        rank.rank = known->second;
}

DatabaseRanks splitByDevice(DatabaseReader& reader, RankId first, const DeviceMap& devices)
{
    DatabaseRanks ranks(first);
    const RankInfo common = reader.builder().rank(first);
    std::map<std::int64_t, RankId> byDevice;
    for (const auto& [device, process] : readDevicesOfTasks(reader)) {
        const auto [at, fresh] = byDevice.try_emplace(device, first);
        if (fresh && byDevice.size() > 1) {
            RankInfo info = common;
            info.rank.reset();
            info.device.reset();
            at->second = reader.builder().addRank(std::move(info));
        }
        if (fresh)
            setDevice(reader.builder().rank(at->second), devices, device);
        ranks.addDevice(device, at->second);
        ranks.addProcess(process, at->second);
    }
    return ranks;
}

} // namespace

void readStrings(DatabaseReader& reader)
{
    TableScan table(reader, "STRING_IDS", {"id", "value"});
    while (table.next()) {
        if (table.integer(0) != kNoInteger)
            reader.strings().add(table.integer(0), table.text(1));
    }
    reader.strings().finish();
}

std::map<std::int64_t, std::string> readEnum(DatabaseReader& reader, const char* table,
                                             std::map<std::int64_t, std::string> known)
{
    TableScan rows(reader, table, {"id", "name"});
    while (rows.next()) {
        if (rows.integer(0) != kNoInteger)
            known[rows.integer(0)] = std::string(rows.rawText(1));
    }
    return known;
}

DatabaseRanks readRanks(DatabaseReader& reader, RankId rank)
{
    readMetadata(reader, reader.builder().rank(rank));
    readHost(reader, reader.builder().rank(rank));
    const DeviceMap devices = readDeviceMap(reader);
    if (devices.size() == 1) {
        setDevice(reader.builder().rank(rank), devices, devices.begin()->first);
    } else if (reader.has("TASK")) {
        DatabaseRanks ranks = splitByDevice(reader, rank, devices);
        if (ranks.all().size() > 1)
            return ranks;
    }
    RankInfo& info = reader.builder().rank(rank);
    if (!info.rank)
        info.rank = rankInName(reader.database().path().filename().string());
    return DatabaseRanks(rank);
}

} // namespace tideline
