// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/store/trace_builder.h"

namespace tideline::test {

/// A slice as the brute force of a test sees it.
struct PlainSlice {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t name = 0;
    std::uint64_t order = 0; ///< in the file
};

enum class Shape { Nested, Overlapping, Crowded, Sequential };

/// Slices of a shape: well nested; any overlap; few times, so that starts, ends and lengths (0 and 1 ns too) coincide;
/// one after the other. In random file order.
inline std::vector<PlainSlice> randomSlices(std::mt19937_64& random, Shape shape, std::size_t count)
{
    const auto below = [&](std::int64_t limit) {
        return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random);
    };
    std::vector<PlainSlice> slices;
    std::vector<std::int64_t> openEnds;
    std::int64_t now = 0;
    for (std::size_t i = 0; i < count; ++i) {
        PlainSlice slice;
        slice.name = static_cast<std::uint32_t>(below(7));
        switch (shape) {
        case Shape::Nested:
            now += below(20);
            while (!openEnds.empty() && openEnds.back() <= now)
                openEnds.pop_back();
            slice.start = now;
            slice.end = openEnds.empty() ? now + 1 + below(400) : now + below(openEnds.back() - now + 1);
            openEnds.push_back(slice.end);
            break;
        case Shape::Overlapping:
            slice.start = below(static_cast<std::int64_t>(count) * 10);
            slice.end = slice.start + below(120);
            break;
        case Shape::Crowded:
            slice.start = below(12);
            slice.end = slice.start + below(6);
            break;
        case Shape::Sequential:
            now += below(30) == 0 ? below(5000) : below(3);
            slice.start = now;
            now += below(12);
            slice.end = now;
            break;
        }
        slices.push_back(slice);
    }
    std::shuffle(slices.begin(), slices.end(), random);
    for (std::size_t i = 0; i < slices.size(); ++i)
        slices[i].order = i;
    return slices;
}

inline void addSlices(TraceBuilder& builder, TrackId track, const std::vector<PlainSlice>& slices)
{
    for (const PlainSlice& slice : slices) {
        SliceRow row;
        row.start = Instant{slice.start};
        row.duration = Duration{slice.end - slice.start};
        row.name = builder.intern("name" + std::to_string(slice.name));
        row.ref = SourceRef(0, slice.order);
        builder.addSlice(track, row);
    }
}

} // namespace tideline::test
