// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "core/store/freeze_axis.h"
#include "core/store/freeze_flows.h"
#include "core/store/freeze_kernels.h"
#include "core/store/freeze_points.h"
#include "core/store/freeze_records.h"
#include "core/store/freeze_slices.h"
#include "core/store/freeze_tables.h"
#include "core/store/freeze_tracks.h"
#include "core/store/kernel_ties.h"
#include "core/store/pending.h"
#include "core/store/trace_builder.h"

namespace tideline {

namespace {

const Error kCancelled{ErrorCode::Cancelled, "cancelled", {}, {}};

template <typename T>
std::vector<T> reordered(std::vector<T> from, const std::vector<std::uint32_t>& order)
{
    from.resize(order.size());
    std::vector<T> to;
    to.reserve(order.size());
    for (const std::uint32_t row : order)
        to.push_back(std::move(from[row]));
    return to;
}

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order)
{
    std::vector<std::uint32_t> places(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        places[order[i]] = i;
    return places;
}

template <typename Row>
bool fits(const std::vector<PendingRows<Row>>& groups)
{
    std::size_t count = 0;
    for (const PendingRows<Row>& rows : groups)
        count += rows.size();
    return count < std::numeric_limits<std::uint32_t>::max();
}

void countSlices(const std::vector<TrackInfo>& tracks, TraceTotals& totals)
{
    for (const TrackInfo& track : tracks) {
        if (isCounted(track.kind))
            totals.slices += track.slices.size();
        else if (track.kind == TrackKind::Async)
            totals.asyncSpans += track.slices.size();
    }
}

void sortSteps(std::vector<StepInfo>& steps)
{
    std::stable_sort(steps.begin(), steps.end(), [](const StepInfo& a, const StepInfo& b) {
        return std::tie(a.rank, a.range.start) < std::tie(b.rank, b.range.start);
    });
}

} // namespace

Result<std::shared_ptr<const Trace>> TraceBuilder::freeze(TraceBuilder&& builder, TaskPool& pool,
                                                          const Progress& progress)
{
    const std::shared_ptr<Trace> trace = std::move(builder.m_trace);
    const std::unique_ptr<Pending> pending = std::move(builder.m_pending);
    if (!fits(pending->slices) || !fits(pending->instants) || !fits(pending->samples) || !fits(pending->flows))
        return Error{ErrorCode::TooLarge, "more than 4 billion events of one kind", {}, {}};

    nameTracks(trace->m_processes, trace->m_tracks);
    const auto order = displayOrder(trace->m_ranks, trace->m_processes, trace->m_tracks);
    trace->m_tracks = reordered(std::move(trace->m_tracks), order);
    setAxisShifts(trace->m_ranks);

    FlowFreezer flows(std::move(pending->flows), inverse(order), pool, progress);
    trace->m_slices = freezeSlices(reordered(std::move(pending->slices), order), trace->m_processes, trace->m_tracks,
                                   flows, pool, progress);
    if (progress.cancelled())
        return kCancelled;
    FlowFreezer::Joined joined = std::move(flows).join(pool);
    trace->m_flows = std::move(joined.flows);
    trace->m_instants = freezeInstants(reordered(std::move(pending->instants), order), trace->m_tracks, progress);
    pending->samples.resize(trace->m_counters.size());
    trace->m_samples = freezeSamples(std::move(pending->samples), trace->m_counters, pool, progress);
    trace->m_kernels = freezeKernels(std::move(pending->kernels), pool, progress);
    if (progress.cancelled())
        return kCancelled;
    trace->m_kernelOfSlice = tieKernels({trace->m_strings, trace->m_processes, trace->m_tracks, trace->m_slices},
                                        trace->m_kernels, progress);
    for (PendingTable& table : pending->tables)
        trace->m_extraTables.push_back(freezeTable(std::move(table), trace->m_strings, pool));
    trace->m_records = freezeRecords(std::move(pending->records));
    sortSteps(trace->m_steps);

    TraceTotals& totals = trace->m_totals;
    countSlices(trace->m_tracks, totals);
    totals.instants = trace->m_instants.size();
    totals.counterSamples = trace->m_samples.size();
    totals.flows = trace->m_flows.size();
    totals.flowStartsUnmatched = joined.startsUnmatched;
    totals.flowEndsUnmatched = joined.endsUnmatched;
    const auto extent = [&](bool shifted) {
        return eventExtent(trace->m_ranks, trace->m_processes, trace->m_tracks, trace->m_counters, trace->m_instants,
                           trace->m_samples, shifted);
    };
    trace->m_axisExtent = extent(true).value_or(TimeRange{});
    // Importers that do not count raw events leave first and last to the rows.
    if (const auto raw = totals.first ? std::nullopt : extent(false)) {
        totals.first = raw->start;
        totals.last = raw->end;
    }
    if (progress.cancelled())
        return kCancelled;
    return std::shared_ptr<const Trace>(trace);
}

} // namespace tideline
