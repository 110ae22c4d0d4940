// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/flow_scene.h"

#include <algorithm>

namespace tideline {

namespace {

FlowArrow arrowOf(const Trace& trace, FlowId flow)
{
    const FlowColumns& flows = trace.flows();
    FlowArrow arrow;
    arrow.from = {flows.fromTrack.at(flow.row), flows.fromSlice.at(flow.row), flows.fromTime.at(flow.row)};
    arrow.to = {flows.toTrack.at(flow.row), flows.toSlice.at(flow.row), flows.toTime.at(flow.row)};
    for (FlowEnd* end : {&arrow.from, &arrow.to}) {
        if (end->track.valid())
            end->time = end->time + trace.axisShift(end->track);
    }
    return arrow;
}

} // namespace

std::vector<FlowArrow> flowsOf(const Trace& trace, const FlowIndex& flows, SliceId slice, std::size_t limit)
{
    std::vector<FlowArrow> arrows;
    for (const auto& side : {flows.to(trace, slice), flows.from(trace, slice)}) {
        for (const FlowId flow : side) {
            if (arrows.size() == limit)
                return arrows;
            arrows.push_back(arrowOf(trace, flow));
        }
    }
    return arrows;
}

std::vector<SliceId> flowNeighbours(const Trace& trace, const FlowIndex& flows, SliceId slice, bool forward)
{
    std::vector<SliceId> slices;
    for (const FlowId flow : forward ? flows.from(trace, slice) : flows.to(trace, slice)) {
        const SliceId other = (forward ? trace.flows().toSlice : trace.flows().fromSlice).at(flow.row);
        if (other.valid() && std::find(slices.begin(), slices.end(), other) == slices.end())
            slices.push_back(other);
    }
    return slices;
}

} // namespace tideline
