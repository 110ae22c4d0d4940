// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/step_times.h"

#include <algorithm>

namespace tideline::torch_npu {

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges)
{
    std::sort(ranges.begin(), ranges.end());
    std::vector<TimeRange> out;
    for (const TimeRange& range : ranges) {
        if (range.empty())
            continue;
        if (!out.empty() && range.start <= out.back().end)
            out.back().end = std::max(out.back().end, range.end);
        else
            out.push_back(range);
    }
    return out;
}

std::vector<TimeRange> without(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b)
{
    std::vector<TimeRange> out;
    std::size_t next = 0;
    for (TimeRange rest : a) {
        while (next < b.size() && b[next].end <= rest.start)
            ++next;
        for (std::size_t i = next; i < b.size() && b[i].start < rest.end; ++i) {
            if (rest.start < b[i].start)
                out.push_back({rest.start, b[i].start});
            rest.start = std::max(rest.start, b[i].end);
        }
        if (!rest.empty())
            out.push_back(rest);
    }
    return out;
}

Duration lengthOf(const std::vector<TimeRange>& ranges)
{
    Duration total;
    for (const TimeRange& range : ranges)
        total += range.length();
    return total;
}

StepTimes stepTimes(const std::vector<TimeRange>& computing, const std::vector<TimeRange>& communication,
                    Instant stepStart, Duration bubble)
{
    std::vector<TimeRange> both = computing;
    both.insert(both.end(), communication.begin(), communication.end());
    both = unionOf(std::move(both));
    StepTimes out;
    if (both.empty())
        return out;
    out.computing = lengthOf(computing);
    out.communication = lengthOf(communication);
    out.notOverlapped = lengthOf(without(communication, computing));
    out.overlapped = out.communication - out.notOverlapped;
    out.free = (both.back().end - both.front().start) - lengthOf(both);
    out.bubble = bubble;
    out.stage = out.computing + out.notOverlapped + out.free - bubble;
    out.preparing = both.front().start - stepStart;
    return out;
}

} // namespace tideline::torch_npu
