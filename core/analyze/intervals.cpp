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

std::vector<TimeRange> commonRanges(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b)
{
    std::vector<TimeRange> common;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const TimeRange part = a[i].clippedTo(b[j]);
        if (!part.empty())
            common.push_back(part);
        if (a[i].end < b[j].end)
            ++i;
        else
            ++j;
    }
    return common;
}

std::vector<TimeRange> withoutRanges(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b)
{
    std::vector<TimeRange> rest;
    std::size_t j = 0;
    for (const TimeRange range : a) {
        while (j < b.size() && b[j].end <= range.start)
            ++j;
        Instant from = range.start;
        for (std::size_t k = j; k < b.size() && b[k].start < range.end; ++k) {
            if (from < b[k].start)
                rest.push_back({from, b[k].start});
            from = std::max(from, b[k].end);
        }
        if (from < range.end)
            rest.push_back({from, range.end});
    }
    return rest;
}

std::vector<TimeRange> holesIn(TimeRange window, const std::vector<TimeRange>& merged)
{
    return window.empty() ? std::vector<TimeRange>{} : withoutRanges({window}, clippedRanges(window, merged));
}

std::vector<TimeRange> clippedRanges(TimeRange range, const std::vector<TimeRange>& merged)
{
    std::vector<TimeRange> parts;
    auto next = std::upper_bound(merged.begin(), merged.end(), range.start,
                                 [](Instant time, const TimeRange& other) { return time < other.end; });
    for (; next != merged.end() && next->start < range.end; ++next) {
        const TimeRange part = next->clippedTo(range);
        if (!part.empty())
            parts.push_back(part);
    }
    return parts;
}

Duration lengthOutside(TimeRange range, const std::vector<TimeRange>& merged)
{
    return range.empty() ? Duration{} : range.length() - lengthOf(clippedRanges(range, merged));
}

Duration unionLength(std::vector<TimeRange>& ranges)
{
    mergeRanges(ranges);
    return lengthOf(ranges);
}

} // namespace tideline
