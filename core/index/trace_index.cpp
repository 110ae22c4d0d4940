// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/trace_index.h"

#include <atomic>
#include <cstdint>

namespace tideline {

TraceIndex TraceIndex::build(const Trace& trace, TaskPool& pool, const Progress& progress,
                             const std::function<void()>& beside)
{
    TraceIndex index;
    const std::size_t tracks = trace.tracks().size();
    const std::size_t counters = trace.counters().size();
    index.m_mips.resize(tracks);
    index.m_pyramids.resize(counters);
    std::atomic<std::uint64_t> done{0};
    const std::size_t total = tracks + counters + 3;
    // Names, flows and the caller's work go first: they are the longest single pieces.
    pool.forEach(total, [&](std::size_t i) {
        if (progress.cancelled())
            return;
        if (i == 0) {
            index.m_names = NameIndex(trace, progress);
            index.m_looks = nameLooks(trace, index.m_names, progress);
        } else if (i == 1) {
            index.m_flows = FlowIndex(trace);
        } else if (i == 2) {
            if (beside)
                beside();
        } else if (i - 3 < tracks) {
            index.m_mips[i - 3].object =
                std::make_shared<const SliceMip>(trace, TrackId{static_cast<std::uint32_t>(i - 3)});
        } else {
            index.m_pyramids[i - 3 - tracks].object =
                std::make_shared<const CounterPyramid>(trace, CounterId{static_cast<std::uint32_t>(i - 3 - tracks)});
        }
        progress.report({Stage::Index, ++done, total, 0, {}});
    });
    index.m_complete = !progress.cancelled();
    return index;
}

namespace {

/// The object of a blob, or null: bytes that cannot be one damage the store.
template <typename T, typename IsSound>
std::shared_ptr<const T> decoded(const Trace& trace, const BlobRef& ref, IsSound&& isSound)
{
    const auto make = [&](std::string_view raw, std::size_t& bytes) -> FramePager::Object {
        auto value = unpacked<T>(raw);
        if (!value || !isSound(*value))
            return nullptr;
        bytes = sizeof(T) + value->residentBytes();
        return std::make_shared<const T>(std::move(*value));
    };
    return std::static_pointer_cast<const T>(trace.pager()->object(ref, make));
}

} // namespace

std::shared_ptr<const SliceMip> TraceIndex::mip(TrackId track) const
{
    if (track.row >= m_mips.size())
        return nullptr;
    const Kept<SliceMip>& kept = m_mips[track.row];
    if (kept.object || !m_trace)
        return kept.object;
    return decoded<SliceMip>(*m_trace, kept.stored, [&](const SliceMip& mip) { return mip.isSound(*m_trace, track); });
}

std::shared_ptr<const SliceMip> TraceIndex::mip(const Trace& trace, TrackId track, TimeRange view,
                                                double nsPerColumn) const
{
    if (track.row < m_coarse.size() && m_trace && !m_mips[track.row].object) {
        const TrackInfo& info = trace.track(track);
        const bool whole = info.extent && view.start <= info.extent->start && info.extent->end <= view.end;
        auto coarse = whole ? decoded<SliceMip>(*m_trace, m_coarse[track.row],
                                                [&](const SliceMip& mip) { return mip.isSound(*m_trace, track); })
                            : nullptr;
        if (coarse && coarse->coarseAnswers(nsPerColumn))
            return coarse;
    }
    return mip(track);
}

std::shared_ptr<const CounterPyramid> TraceIndex::pyramid(CounterId counter) const
{
    if (counter.row >= m_pyramids.size())
        return nullptr;
    const Kept<CounterPyramid>& kept = m_pyramids[counter.row];
    if (kept.object || !m_trace)
        return kept.object;
    return decoded<CounterPyramid>(*m_trace, kept.stored, [&](const CounterPyramid& pyramid) {
        return pyramid.isSound(m_trace->counter(counter).samples);
    });
}

std::size_t TraceIndex::residentBytes() const
{
    std::size_t bytes = m_names.residentBytes() + m_flows.residentBytes();
    for (const auto& mip : m_mips)
        bytes += sizeof(mip) + (mip.object ? sizeof(SliceMip) + mip.object->residentBytes() : 0);
    for (const auto& pyramid : m_pyramids)
        bytes += sizeof(pyramid) + (pyramid.object ? sizeof(CounterPyramid) + pyramid.object->residentBytes() : 0);
    return bytes;
}

} // namespace tideline
