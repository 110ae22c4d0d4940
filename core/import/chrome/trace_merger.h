// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/import/chrome/event_collector.h"
#include "core/import/chrome/pairing.h"
#include "core/store/trace_builder.h"

namespace tideline {

using EventCollectors = std::vector<std::unique_ptr<EventCollector>>;

/// Ranks by the beginning of their process ids, up to and with the first slash. Empty: all processes are of one rank.
using RankPrefixes = std::map<std::string, RankId, std::less<>>;

/// Hands what the workers collected to the builder, as one rank (or those of the prefixes): maps their numbers to ids of
/// the trace, gives lanes their names and kinds, pairs begins with ends. The result does not depend on how the events were spread over the workers.
class TraceMerger {
public:
    TraceMerger(EventCollectors& collectors, TraceBuilder& builder, TaskPool& pool, const Progress& progress,
                RankId rank, IssueTally& issues, RankPrefixes ranks = {})
        : m_collectors(collectors),
          m_builder(builder),
          m_pool(pool),
          m_progress(progress),
          m_rank(rank),
          m_ranks(std::move(ranks)),
          m_issues(issues)
    {
    }
    /// The processes of each device become a rank of their own (TraceJsonOptions::rankOfDevice). Before merge().
    void splitByDevice(std::function<RankId(std::int64_t)> rankOfDevice) { m_rankOfDevice = std::move(rankOfDevice); }
    /// Leaves early when cancelled: what the builder has then is of no use.
    void merge();

private:
    struct ProcessNaming {
        std::string name;
        std::string labels;
        std::optional<std::int64_t> sortIndex;
    };
    struct ThreadNaming {
        std::string name;
        std::optional<std::int64_t> sortIndex;
    };
    /// The lanes of all workers that are one lane of the trace.
    struct Lane {
        std::string pid;
        std::string tid;
        SourceRef firstRef;
        std::vector<std::pair<EventCollector*, std::uint32_t>> parts;
    };
    using LaneKey = std::pair<std::string, std::string>;
    /// Where a process belongs, and its id there.
    struct Home {
        RankId rank;
        std::string_view pid;
    };
    Home homeOf(std::string_view pid) const;
    ProcessId processOf(std::string_view pid);
    TrackId trackOf(std::string_view pid, std::string_view tid, TrackKind kind);

    void mapTexts();
    /// The rows of all lanes and flows get the ids of the trace; on all threads.
    void mapRows();
    void mapFlowTracks();
    void gatherLanes();
    void noteMixedIds();
    void gatherNamings();
    void findDevices();
    void addCounters();
    void addLanes();
    void addLane(const Lane& lane);
    void addOpenEvents(const Lane& lane, TrackKind kind);
    void addFlows();
    void addFlowsOfDevices();
    void addAsyncs();
    void addTotals();

    StringId mapped(const EventCollector* collector, StringId local) const;
    static bool hasDeviceCategories(const Lane& lane);
    void nameProcess(const std::string& pid);
    void nameTrack(TrackId track, const Lane& lane);

    EventCollectors& m_collectors;
    TraceBuilder& m_builder;
    TaskPool& m_pool;
    const Progress& m_progress;
    RankId m_rank;
    RankPrefixes m_ranks;
    std::function<RankId(std::int64_t)> m_rankOfDevice;
    RankPrefixes m_rankOfProcess; // by the whole id, where processes are split by device
    IssueTally& m_issues;
    std::map<const EventCollector*, std::vector<StringId>> m_texts;
    std::map<const EventCollector*, std::vector<TrackId>> m_tracks;     // by the collector's lane
    std::map<const EventCollector*, std::vector<std::size_t>> m_laneOf; // likewise, index into m_lanes
    std::vector<Lane> m_lanes;                                          // in order of first sight
    std::map<std::string, ProcessNaming> m_processes;
    std::map<LaneKey, ThreadNaming> m_threads;
    TraceTotals m_totals;
};

} // namespace tideline
