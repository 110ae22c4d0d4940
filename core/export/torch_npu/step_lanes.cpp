// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/step_lanes.h"

#include <utility>

namespace tideline::torch_npu {

void StepLanes::add(const capture::KernelRecord& record)
{
    m_computing.push_back({record.step, wallOf(record.startNs, record.endNs), false});
}

void StepLanes::add(const capture::CommRecord& record)
{
    m_communicating.push_back({record.step, wallOf(record.startNs, record.endNs), record.operation == "receive"});
}

StepLane StepLanes::take(const capture::StepRecord& step)
{
    StepLane out;
    Duration bubble;
    const auto moveOut = [&](std::vector<Busy>& from) {
        std::vector<TimeRange> ranges;
        std::vector<Busy> rest;
        for (const Busy& busy : from) {
            if (busy.step != step.step) {
                rest.push_back(busy);
                continue;
            }
            ranges.push_back(busy.range);
            if (busy.receives)
                bubble += busy.range.length();
        }
        from = std::move(rest);
        return unionOf(std::move(ranges));
    };
    out.computing = moveOut(m_computing);
    out.communicating = moveOut(m_communicating);
    out.times = stepTimes(out.computing, out.communicating, {m_clock.wallOfHost(step.startNs)}, bubble);
    return out;
}

TimeRange StepLanes::wallOf(std::int64_t startNs, std::int64_t endNs) const
{
    return {{m_clock.wallOfDevice(startNs)}, {m_clock.wallOfDevice(endNs)}};
}

} // namespace tideline::torch_npu
