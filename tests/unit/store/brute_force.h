// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/random_trace.h"

// The definitions of parents, rows, self times and overlaps, written down once more in the plainest way: O(n²).
namespace tideline::test {

struct BruteSlice {
    PlainSlice slice;
    int parent = -1;
    int row = 0;
    std::int64_t self = 0;
};

struct BruteLayout {
    std::vector<BruteSlice> slices; // by (start, longer first, file order)
    std::uint32_t overlapping = 0;
    std::uint32_t enclosing = 0;
    std::int64_t busy = 0;
};

inline std::int64_t unionLength(std::vector<std::pair<std::int64_t, std::int64_t>> ranges)
{
    std::sort(ranges.begin(), ranges.end());
    std::int64_t length = 0;
    std::optional<std::int64_t> covered;
    for (const auto& [start, end] : ranges) {
        const std::int64_t from = covered ? std::max(*covered, start) : start;
        length += std::max<std::int64_t>(0, end - from);
        covered = std::max(covered.value_or(end), end);
    }
    return length;
}

inline BruteLayout bruteLayout(std::vector<PlainSlice> input)
{
    std::sort(input.begin(), input.end(), [](const PlainSlice& a, const PlainSlice& b) {
        return std::tuple(a.start, -a.end, a.order) < std::tuple(b.start, -b.end, b.order);
    });
    BruteLayout layout;
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    std::vector<int> lastOfRow;
    for (int i = 0; i < static_cast<int>(input.size()); ++i) {
        const PlainSlice& b = input[static_cast<std::size_t>(i)];
        BruteSlice out{b, -1, 0, 0};
        bool crosses = false;
        for (int j = 0; j < i; ++j) {
            const PlainSlice& a = input[static_cast<std::size_t>(j)];
            if (b.start < a.end - 1)
                out.parent = j;
            crosses = crosses || (a.start < b.start && a.end > b.start + 1 && b.end > a.end + 1);
        }
        layout.overlapping += crosses ? 1 : 0;
        std::size_t row =
            out.parent < 0 ? 0 : static_cast<std::size_t>(layout.slices[static_cast<std::size_t>(out.parent)].row + 1);
        for (; row < lastOfRow.size(); ++row) {
            const PlainSlice& a = input[static_cast<std::size_t>(lastOfRow[row])];
            if (b.start >= a.end - 1 && b.start > a.start)
                break;
        }
        if (row == lastOfRow.size())
            lastOfRow.push_back(i);
        lastOfRow[row] = i;
        out.row = static_cast<int>(row);
        layout.slices.push_back(out);
        all.emplace_back(b.start, b.end);
    }
    for (int i = 0; i < static_cast<int>(input.size()); ++i) {
        BruteSlice& a = layout.slices[static_cast<std::size_t>(i)];
        std::vector<std::pair<std::int64_t, std::int64_t>> children;
        bool encloses = false;
        for (int j = i + 1; j < static_cast<int>(input.size()); ++j) {
            const BruteSlice& b = layout.slices[static_cast<std::size_t>(j)];
            if (b.parent == i)
                children.emplace_back(b.slice.start, std::min(b.slice.end, a.slice.end));
            const bool lasts = b.slice.end > b.slice.start;
            encloses = encloses || (lasts && b.slice.start < a.slice.end - 1 && b.slice.end <= a.slice.end + 1);
        }
        a.self = a.slice.end - a.slice.start - unionLength(children);
        layout.enclosing += encloses ? 1 : 0;
    }
    layout.busy = unionLength(all);
    return layout;
}

} // namespace tideline::test
