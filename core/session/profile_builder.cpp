// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/profile_builder.h"

#include <utility>

#include "core/analyze/clocks/align_clocks.h"
#include "core/session/store_cache.h"
#include "core/store/axis.h"

namespace tideline {

namespace {

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, {}};
}

} // namespace

ProfileBuilder::ProfileBuilder(Options options, TaskPool& pool, const Progress& progress)
    : m_options(std::move(options)), m_pool(pool), m_progress(progress)
{
}

Status ProfileBuilder::expect(const ProfileListing& listing)
{
    m_several = listing.chosen() > 1;
    const auto bytes = static_cast<double>(listing.bytes());
    const bool fits = bytes * kMemoryPerInputByte <= static_cast<double>(m_options.memoryBytes) / 2;
    if (fits || m_options.target.empty())
        return Done{};
    DiskNeed need;
    need.directory = m_options.target.parent_path();
    need.bytes = static_cast<std::uint64_t>(bytes * kStorePerInputByte);
    need.free = StoreCache::freeBytesAt(need.directory);
    if (m_options.announce)
        m_options.announce(need);
    if (need.free < need.bytes)
        return Done{}; // memory is what is left
    auto writer = StoreWriter::create(m_options.target);
    if (!writer)
        return Done{};
    m_writer = std::move(*writer);
    const auto pager = std::make_shared<FramePager>(m_writer->file(), m_options.cacheBytes);
    m_joiner = std::make_unique<TraceJoiner>(m_pool, m_writer.get(), pager, m_options.keepTexts, m_progress);
    m_indexJoiner = std::make_unique<IndexJoiner>(m_pool, m_writer.get());
    return Done{};
}

Status ProfileBuilder::take(std::shared_ptr<const Trace> part)
{
    const bool show = m_several && !m_shown && m_options.firstPart != nullptr;
    if (!m_writer && !show) {
        m_parts.push_back(std::move(part));
        return Done{};
    }
    // Without a report: further parts are read, and no stage comes twice.
    TraceIndex index = TraceIndex::build(*part, m_pool, Progress(m_progress.stopToken()));
    if (!index.complete())
        return cancelled();
    m_shown = true;
    if (m_writer) {
        if (Status added = append(*part, index); !added)
            return added;
    } else {
        m_parts.push_back(part);
    }
    if (show)
        m_options.firstPart(std::move(part), std::move(index));
    return Done{};
}

Status ProfileBuilder::append(const Trace& part, const TraceIndex& index)
{
    auto places = m_joiner->append(part);
    if (!places)
        return places.error();
    m_indexJoiner->append(part, index, *places);
    if (m_writer->failed())
        return Error{ErrorCode::NotWritable, "the disk is full", m_options.target.parent_path().string(),
                     "Free some space, or name another directory with --cache-dir"};
    return m_progress.cancelled() ? Status(cancelled()) : Status(Done{});
}

/// Clocks are looked into in any case: a store serves those who want them and those who do not.
std::vector<RankClock> ProfileBuilder::clocksOf(const Trace& trace) const
{
    std::vector<RankClock> clocks;
    for (const RankAlignment& rank : alignClocks(trace, m_progress))
        clocks.push_back(rank.clock);
    return clocks;
}

std::shared_ptr<const Trace> ProfileBuilder::withKnownClocks(std::shared_ptr<const Trace> trace,
                                                             std::vector<RankClock> clocks) const
{
    trace = withClocks(std::move(trace), std::move(clocks));
    return m_options.clocks == ClockUse::Aligned ? onAxis(std::move(trace), m_options.clocks) : trace;
}

Status ProfileBuilder::finish(std::shared_ptr<const Trace>& trace, TraceIndex& index)
{
    if (m_writer) {
        trace = m_joiner->finish();
        std::vector<RankClock> clocks = clocksOf(*trace);
        trace = withKnownClocks(std::move(trace), std::move(clocks));
        index = m_indexJoiner->finish(trace);
        return Done{};
    }
    auto joined = joinParts(std::move(m_parts), m_pool);
    if (!joined)
        return joined.error();
    std::vector<RankClock> clocks;
    index = TraceIndex::build(**joined, m_pool, m_progress, [&] { clocks = clocksOf(**joined); });
    trace = withKnownClocks(std::move(*joined), std::move(clocks));
    return index.complete() ? Status(Done{}) : Status(cancelled());
}

} // namespace tideline
