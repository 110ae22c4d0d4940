// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/store/trace.h"

// The insides of a Trace for those who make one from stored or joined parts. Private to core/store.
namespace tideline {

struct TraceParts {
    template <typename T>
    static auto& strings(T& trace)
    {
        return trace.m_strings;
    }
    template <typename T>
    static auto& ranks(T& trace)
    {
        return trace.m_ranks;
    }
    template <typename T>
    static auto& processes(T& trace)
    {
        return trace.m_processes;
    }
    template <typename T>
    static auto& tracks(T& trace)
    {
        return trace.m_tracks;
    }
    template <typename T>
    static auto& counters(T& trace)
    {
        return trace.m_counters;
    }
    template <typename T>
    static auto& steps(T& trace)
    {
        return trace.m_steps;
    }
    template <typename T>
    static auto& fileSteps(T& trace)
    {
        return trace.m_fileSteps;
    }
    template <typename T>
    static auto& sources(T& trace)
    {
        return trace.m_sources;
    }
    template <typename T>
    static auto& extraTables(T& trace)
    {
        return trace.m_extraTables;
    }
    template <typename T>
    static auto& slices(T& trace)
    {
        return trace.m_slices;
    }
    template <typename T>
    static auto& instants(T& trace)
    {
        return trace.m_instants;
    }
    template <typename T>
    static auto& samples(T& trace)
    {
        return trace.m_samples;
    }
    template <typename T>
    static auto& flows(T& trace)
    {
        return trace.m_flows;
    }
    template <typename T>
    static auto& kernels(T& trace)
    {
        return trace.m_kernels;
    }
    template <typename T>
    static auto& records(T& trace)
    {
        return trace.m_records;
    }
    template <typename T>
    static auto& kernelTies(T& trace)
    {
        return trace.m_kernelOfSlice;
    }
    template <typename T>
    static auto& totals(T& trace)
    {
        return trace.m_totals;
    }
    template <typename T>
    static auto& axisExtent(T& trace)
    {
        return trace.m_axisExtent;
    }
    template <typename T>
    static auto& pager(T& trace)
    {
        return trace.m_pager;
    }
};

/// How the values of a column are best laid out, by their type and whether neighbours are alike.
template <typename T>
constexpr FrameFormat frameFormat(bool rising = false, FrameCheck check = FrameCheck::Any)
{
    static_assert(sizeof(T) < 256);
    return {sizeof(T), rising && sizeof(T) == 8 ? FrameCoding::DeltaPlanes : FrameCoding::Planes, check};
}

/// Calls visit(column, format) for every column, always in the same order. That order is the one in a store: who
/// changes it raises kStoreVersion.
template <typename AnyTrace, typename Visit>
void forEachColumn(AnyTrace& trace, Visit&& visit)
{
    const auto plain = [&](auto& column) {
        using Value = std::decay_t<decltype(column.at(0))>;
        constexpr bool kText = std::is_same_v<Value, StringId>;
        visit(column, frameFormat<Value>(false, kText ? FrameCheck::Valid : FrameCheck::Any));
    };
    const auto rising = [&](auto& column) { visit(column, frameFormat<std::decay_t<decltype(column.at(0))>>(true)); };
    auto& slices = TraceParts::slices(trace);
    rising(slices.start);
    plain(slices.duration);
    plain(slices.self);
    plain(slices.name);
    plain(slices.category);
    plain(slices.taskType);
    visit(slices.parent, frameFormat<SliceId>(false, FrameCheck::Earlier));
    rising(slices.ref);
    auto& instants = TraceParts::instants(trace);
    rising(instants.time);
    visit(instants.track, frameFormat<TrackId>(false, FrameCheck::Valid));
    plain(instants.name);
    rising(instants.ref);
    rising(TraceParts::samples(trace).time);
    plain(TraceParts::samples(trace).value);
    auto& flows = TraceParts::flows(trace);
    visit(flows.fromTrack, frameFormat<TrackId>(false, FrameCheck::Valid));
    rising(flows.fromTime);
    plain(flows.fromSlice);
    visit(flows.toTrack, frameFormat<TrackId>(false, FrameCheck::Valid));
    rising(flows.toTime);
    plain(flows.toSlice);
    plain(flows.category);
    auto& kernels = TraceParts::kernels(trace);
    visit(kernels.rank, frameFormat<RankId>(false, FrameCheck::Valid));
    plain(kernels.step);
    rising(kernels.start);
    plain(kernels.duration);
    plain(kernels.wait);
    for (auto* texts :
         {&kernels.name, &kernels.type, &kernels.core, &kernels.opState, &kernels.inputShapes, &kernels.inputTypes,
          &kernels.inputFormats, &kernels.outputShapes, &kernels.outputTypes, &kernels.outputFormats})
        plain(*texts);
    for (auto* numbers : {&kernels.stream, &kernels.task, &kernels.device, &kernels.blockDim, &kernels.mixBlockDim})
        plain(*numbers);
    plain(kernels.slice);
    rising(kernels.ref);
    for (auto& metric : kernels.metrics)
        plain(metric.values);
    plain(TraceParts::kernelTies(trace));
    auto& records = TraceParts::records(trace);
    plain(records.communication);
    plain(records.transports);
    plain(records.links);
    plain(records.memory);
    plain(records.allocations);
    for (auto& table : TraceParts::extraTables(trace)) {
        for (auto& field : table.fields) {
            plain(field.numbers);
            plain(field.texts);
        }
    }
}

} // namespace tideline
