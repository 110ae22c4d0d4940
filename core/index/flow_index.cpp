// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/flow_index.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/store/gather.h"

namespace tideline {

namespace {

/// A slice in the upper and a flow in the lower half.
using Pair = std::uint64_t;
constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

/// Stable radix sort by the upper halves, which are below `limit`; O(n) where comparing would cost n log n.
void sortBySlice(std::vector<Pair>& pairs, std::uint32_t limit)
{
    std::vector<Pair> sorted(pairs.size());
    for (int shift = 0; shift < 32 && (limit >> shift) != 0; shift += kDigitBits) {
        const auto digit = [shift](Pair pair) { return (pair >> (32 + shift)) & (kDigits - 1); };
        std::array<std::size_t, kDigits + 1> next{};
        for (const Pair pair : pairs)
            ++next[digit(pair) + 1];
        for (std::size_t i = 1; i <= kDigits; ++i)
            next[i] += next[i - 1];
        for (const Pair pair : pairs)
            sorted[next[digit(pair)]++] = pair;
        pairs.swap(sorted);
    }
}

Column<FlowId> flowsBySlice(const Column<SliceId>& slices, std::uint32_t sliceCount)
{
    std::vector<Pair> pairs;
    pairs.reserve(slices.size());
    slices.forEachSpan(0, slices.size(), [&](std::uint32_t at, std::span<const SliceId> part) {
        for (const SliceId slice : part) {
            if (slice.valid())
                pairs.push_back(Pair{slice.row} << 32 | at);
            ++at;
        }
    });
    sortBySlice(pairs, sliceCount);
    return gather(pairs.size(), [&](std::size_t i) { return FlowId{static_cast<std::uint32_t>(pairs[i])}; });
}

std::vector<FlowId> flowsOf(const Column<FlowId>& flows, const Column<SliceId>& slices, SliceId slice)
{
    ColumnReader<FlowId> order(flows);
    ColumnReader<SliceId> ends(slices);
    std::uint32_t first = 0;
    for (std::uint32_t last = flows.size(); first < last;) {
        const std::uint32_t middle = first + (last - first) / 2;
        if (ends[order[middle].row] < slice)
            first = middle + 1;
        else
            last = middle;
    }
    std::vector<FlowId> found;
    for (; first < flows.size() && ends[order[first].row] == slice; ++first)
        found.push_back(order[first]);
    return found;
}

} // namespace

FlowIndex::FlowIndex(const Trace& trace)
    : m_byFrom(flowsBySlice(trace.flows().fromSlice, trace.slices().size())),
      m_byTo(flowsBySlice(trace.flows().toSlice, trace.slices().size()))
{
}

std::vector<FlowId> FlowIndex::from(const Trace& trace, SliceId slice) const
{
    return flowsOf(m_byFrom, trace.flows().fromSlice, slice);
}

std::vector<FlowId> FlowIndex::to(const Trace& trace, SliceId slice) const
{
    return flowsOf(m_byTo, trace.flows().toSlice, slice);
}

} // namespace tideline
