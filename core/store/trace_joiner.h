// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/task_pool.h"
#include "core/store/event_texts.h"
#include "core/store/frame_pager.h"
#include "core/store/trace.h"

namespace tideline {

/// Where the rows of a part went: what must be added to its ids, and the new id of each of its texts.
struct PartPlaces {
    std::vector<StringId> texts;
    std::uint32_t ranks = 0;
    std::uint32_t processes = 0;
    std::uint32_t tracks = 0;
    std::uint32_t counters = 0;
    std::uint32_t slices = 0;
    std::uint32_t instants = 0;
    std::uint32_t samples = 0;
    std::uint32_t flows = 0;
    std::uint32_t kernels = 0;
    std::uint32_t transports = 0;
    std::uint32_t sources = 0;

    StringId text(StringId id) const { return id.row < texts.size() ? texts[id.row] : StringId{0}; }
    template <typename Tag>
    static Id<Tag> moved(Id<Tag> id, std::uint32_t by)
    {
        return id.valid() ? Id<Tag>{id.row + by} : id;
    }
    SliceId slice(SliceId id) const { return moved(id, slices); }
    TrackId track(TrackId id) const { return moved(id, tracks); }
    RankId rank(RankId id) const { return moved(id, ranks); }
    FlowId flow(FlowId id) const { return moved(id, flows); }
    static RowRange moved(RowRange rows, std::uint32_t by) { return {rows.first + by, rows.last + by}; }
};

/// Puts frozen traces one behind the other into one: each rank is read, frozen and handed over before the next, so that
/// memory does not grow with their number when the rows go to a store. Ranks keep the order in which they come; within
/// a table the rows of a rank stay together.
class TraceJoiner {
public:
    /// All stays in memory.
    explicit TraceJoiner(TaskPool& pool);
    /// The rows go to the writer's store; the pager reads them back. What was cancelled must be thrown away.
    TraceJoiner(TaskPool& pool, StoreWriter* writer, std::shared_ptr<const FramePager> pager, KeepTexts keep,
                Progress progress);
    ~TraceJoiner();

    /// TooLarge beyond 4 billion rows of a kind or 65,535 sources: nothing of the part was added then.
    Result<PartPlaces> append(const Trace& part);

    /// The whole; sets axis shifts and extent. Ids of a part are moved by its places. The joiner is empty afterwards.
    std::shared_ptr<const Trace> finish();

private:
    struct Sinks;

    Result<PartPlaces> placesFor(const Trace& part);
    void appendLanes(const Trace& part, const PartPlaces& places);
    void appendTables(const Trace& part, const PartPlaces& places);

    TaskPool& m_pool;
    StoreWriter* m_writer;
    std::shared_ptr<const FramePager> m_pager;
    KeepTexts m_keepTexts = KeepTexts::Yes;
    Progress m_progress;
    std::shared_ptr<Trace> m_trace;
    std::unique_ptr<Sinks> m_sinks;
};

} // namespace tideline
