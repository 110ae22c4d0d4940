// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

/// The ranks of one database: mostly one, several when it holds the devices of several.
class DatabaseRanks {
public:
    explicit DatabaseRanks(RankId first) : m_all{first} {}

    void addDevice(std::int64_t device, RankId rank);
    void addProcess(std::int64_t pid, RankId rank) { m_byPid.emplace(pid, rank); }
    RankId ofDevice(std::int64_t device) const;
    RankId ofProcess(std::int64_t pid) const;
    const std::vector<RankId>& all() const { return m_all; }
    RankId first() const { return m_all.front(); }

private:
    std::vector<RankId> m_all;
    std::map<std::int64_t, RankId> m_byDevice;
    std::map<std::int64_t, RankId> m_byPid;
};

enum class HostLayer { Python, Cann, Marks, Collector, System };

/// Finds or makes the tracks of a database, named and ordered as the text form has them.
class DatabaseLanes {
public:
    DatabaseLanes(TraceBuilder& builder, const DatabaseRanks& ranks) : m_builder(builder), m_ranks(ranks) {}

    const DatabaseRanks& ranks() const { return m_ranks; }
    TrackId stream(std::int64_t device, std::int64_t stream);
    TrackId group(std::int64_t device, StringId group);
    TrackId plane(std::int64_t device, StringId group, std::int64_t plane);
    TrackId overlap(std::int64_t device, std::int64_t type);
    /// globalTid holds the process in its upper and the thread in its lower half.
    TrackId thread(std::int64_t globalTid, HostLayer layer);

private:
    struct Layer;
    ProcessId deviceProcess(std::int64_t device, const std::string& name, ProcessRole role, std::int64_t sortIndex);
    TrackId make(std::int64_t device, const std::string& process, const std::string& tid, TrackKind kind,
                 const std::string& name, std::int64_t sortIndex);
    std::int64_t groupNumber(std::int64_t device, StringId group);

    using StreamKey = std::pair<std::int64_t, std::int64_t>;
    TraceBuilder& m_builder;
    const DatabaseRanks& m_ranks;
    std::map<StreamKey, TrackId> m_streams;
    StreamKey m_lastStream{kNoInteger, kNoInteger};
    TrackId m_lastStreamTrack;
    std::map<std::pair<std::int64_t, StringId>, std::int64_t> m_groupNumbers;
    std::map<std::tuple<std::int64_t, StringId, std::int64_t>, TrackId> m_groups; // by device, group, plane
    std::map<std::pair<std::int64_t, HostLayer>, TrackId> m_threads;
};

} // namespace tideline
