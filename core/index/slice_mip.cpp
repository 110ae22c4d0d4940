// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/slice_mip.h"

#include <algorithm>
#include <tuple>

#include "core/index/mip_query.h"
#include "core/index/name_tally.h"

namespace tideline {

namespace {

std::uint32_t blocksFor(std::uint32_t count, std::uint32_t size)
{
    return count / size + (count % size ? 1 : 0);
}

/// Sums up consecutive blocks of the level below.
SliceMip::Block joined(std::span<const SliceMip::Block> parts)
{
    SliceMip::Block block = parts.front();
    block.end = parts.back().end;
    NameTally<SliceMip::kFanOut> names;
    names.add(block.name, block.nameNs);
    for (const SliceMip::Block& part : parts.subspan(1)) {
        block.busy += part.busy;
        block.end = std::max(block.end, part.end);
        names.add(part.name, part.nameNs);
        if (part.longestNs > block.longestNs) {
            block.longest = part.longest;
            block.longestNs = part.longestNs;
        }
    }
    std::tie(block.name, block.nameNs) = names.best();
    return block;
}

/// Cuts the slices of a row, one after the other, into leaf blocks.
class LeafMaker {
public:
    LeafMaker(std::vector<SliceMip::Block>& blocks, std::uint32_t leaf) : m_blocks(blocks), m_leaf(leaf) {}

    void add(SliceId slice, Instant start, Duration duration, StringId name)
    {
        if (m_count == 0)
            m_block = {start, start, {}, name, slice, 0, -1};
        const Instant end = start + duration;
        m_block.busy += std::max(Duration{}, end - std::max(start, m_covered));
        m_block.end = std::max(m_block.end, end);
        m_covered = std::max(m_covered, end);
        const auto ns = static_cast<float>(duration.ns);
        m_names.add(name, ns);
        if (ns > m_block.longestNs) {
            m_block.longest = slice;
            m_block.longestNs = ns;
        }
        if (++m_count == m_leaf)
            flush();
    }
    void flush()
    {
        if (m_count == 0)
            return;
        std::tie(m_block.name, m_block.nameNs) = m_names.best();
        m_blocks.push_back(m_block);
        m_names.clear();
        m_count = 0;
    }

private:
    std::vector<SliceMip::Block>& m_blocks;
    std::uint32_t m_leaf;
    SliceMip::Block m_block;
    NameTally<SliceMip::kEvenLeaf> m_names;
    Instant m_covered{-2 * kTimeLimitNs};
    std::uint32_t m_count = 0;
};

} // namespace

SliceMip::SliceMip(const Trace& trace, TrackId track) : m_track(track)
{
    const TrackInfo& info = trace.track(track);
    m_rowFirst.reserve(info.rows.size() + 1);
    m_rowSlices.reserve(info.rows.size());
    m_rowFirst.push_back(0);
    for (const RowRange row : info.rows) {
        m_rowSlices.push_back(row.size());
        const bool even = m_buckets.addRow(trace, row);
        if (row.size() >= 2 * kLeaf)
            addRow(trace, row, even ? kEvenLeaf : kLeaf);
        m_rowFirst.push_back(static_cast<std::uint32_t>(m_blocks.size()));
    }
    m_buckets.shrink();
    m_blocks.shrink_to_fit();
}

void SliceMip::addRow(const Trace& trace, RowRange row, std::uint32_t leaf)
{
    LeafMaker leaves(m_blocks, leaf);
    std::size_t first = m_blocks.size();
    const SliceColumns& slices = trace.slices();
    // The frames of the columns have the same borders.
    slices.start.forEachSpan(row.first, row.last, [&](std::uint32_t at, std::span<const Instant> starts) {
        const auto end = at + static_cast<std::uint32_t>(starts.size());
        slices.duration.forEachSpan(at, end, [&](std::uint32_t, std::span<const Duration> durations) {
            slices.name.forEachSpan(at, end, [&](std::uint32_t, std::span<const StringId> names) {
                for (std::size_t i = 0; i < starts.size(); ++i)
                    leaves.add(SliceId{at + static_cast<std::uint32_t>(i)}, starts[i], durations[i], names[i]);
            });
        });
    });
    leaves.flush();
    while (m_blocks.size() - first > 1) {
        const std::size_t last = m_blocks.size();
        for (std::size_t i = first; i < last; i += kFanOut) {
            const std::size_t count = std::min<std::size_t>(kFanOut, last - i);
            const Block block = joined(std::span(m_blocks).subspan(i, count));
            m_blocks.push_back(block);
        }
        first = last;
    }
}

std::vector<std::span<const SliceMip::Block>> SliceMip::levels(std::uint32_t row) const
{
    std::vector<std::span<const Block>> levels;
    std::uint32_t first = m_rowFirst[row];
    std::uint32_t count = blocksFor(m_rowSlices[row], leafOf(row));
    while (first < m_rowFirst[row + 1]) {
        levels.push_back(std::span(m_blocks).subspan(first, count));
        first += count;
        count = blocksFor(count, kFanOut);
    }
    return levels;
}

void SliceMip::columns(const Trace& trace, std::uint32_t row, TimeRange range, std::span<MipColumn> columns) const
{
    std::fill(columns.begin(), columns.end(), MipColumn{});
    if (range.empty() || columns.empty() || row >= m_rowSlices.size())
        return;
    const TrackInfo& info = trace.track(m_track);
    const bool whole = info.extent && range.start <= info.extent->start && info.extent->end <= range.end;
    MipQuery(trace, info.rows[row], range, columns).run({levels(row), leafOf(row), m_buckets, row, whole});
}

SliceMip SliceMip::coarse() const
{
    constexpr std::size_t kMostBuckets = 4096;
    SliceMip kept;
    kept.m_track = m_track;
    kept.m_rowSlices = m_rowSlices;
    kept.m_buckets = m_buckets.coarse(kMostBuckets);
    kept.m_rowFirst.push_back(0);
    for (std::uint32_t row = 0; row < m_rowSlices.size(); ++row) {
        // Rows with buckets are answered by them; blocks are for the edges of a closer view.
        if (m_buckets.levelCount(row) == 0)
            kept.m_blocks.insert(kept.m_blocks.end(), m_blocks.begin() + m_rowFirst[row],
                                 m_blocks.begin() + m_rowFirst[row + 1]);
        kept.m_rowFirst.push_back(static_cast<std::uint32_t>(kept.m_blocks.size()));
    }
    return kept;
}

bool SliceMip::coarseAnswers(double nsPerColumn) const
{
    for (std::uint32_t row = 0; row < m_rowSlices.size(); ++row) {
        if (m_buckets.levelCount(row) > 0 && static_cast<double>(m_buckets.finestWidth(row)) > nsPerColumn)
            return false;
    }
    return true;
}

bool SliceMip::isEven(std::uint32_t row, double nsPerColumn) const
{
    return m_buckets.levelCount(row) > 0 && static_cast<double>(m_buckets.finestWidth(row)) <= nsPerColumn;
}

std::vector<MipColumn> SliceMip::columns(const Trace& trace, std::uint32_t row, TimeRange range,
                                         std::uint32_t count) const
{
    std::vector<MipColumn> found(count);
    columns(trace, row, range, found);
    return found;
}

std::size_t SliceMip::residentBytes() const
{
    return m_buckets.residentBytes() + m_blocks.capacity() * sizeof(Block)
           + (m_rowFirst.capacity() + m_rowSlices.capacity()) * 4;
}

} // namespace tideline
