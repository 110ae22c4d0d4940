// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/intervals.h"

#include <algorithm>

#include "core/analyze/steps.h"

namespace tideline {

void mergeRanges(std::vector<TimeRange>& ranges)
{
    if (!std::is_sorted(ranges.begin(), ranges.end()))
        std::sort(ranges.begin(), ranges.end());
    std::size_t kept = 0;
    for (const TimeRange range : ranges) {
        if (range.empty())
            continue;
        if (kept > 0 && range.start <= ranges[kept - 1].end)
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        else
            ranges[kept++] = range;
    }
    ranges.resize(kept);
}

Duration lengthOf(const std::vector<TimeRange>& merged)
{
    Duration sum;
    for (const TimeRange range : merged)
        sum += range.length();
    return sum;
}

Duration commonLength(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b)
{
    Duration sum;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        sum += a[i].clippedTo(b[j]).length();
        if (a[i].end < b[j].end)
            ++i;
        else
            ++j;
    }
    return sum;
}

Duration unionLength(std::vector<TimeRange>& ranges)
{
    mergeRanges(ranges);
    return lengthOf(ranges);
}

} // namespace tideline
