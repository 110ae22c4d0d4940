// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/index/counter_pyramid.h"
#include "core/index/slice_mip.h"
#include "core/index/time_buckets.h"

// Levels of detail in a store: how they become bytes, how they move in a joined trace, and what they must not say.
namespace tideline {

namespace {

/// Levels above the widest bucket that 64 bits can count.
constexpr std::size_t kMostLevels = 40;
constexpr std::int64_t kWidest = std::int64_t{1} << 40; // of a bucket; far more than any has

bool isInside(SliceId slice, RowRange slices)
{
    return !slice.valid() || slices.contains(slice.row);
}

bool isText(StringId name, std::uint32_t limit)
{
    return !name.valid() || name.row < limit;
}

} // namespace

void TimeBuckets::move(const PartPlaces& places)
{
    for (Bucket& bucket : m_buckets) {
        bucket.longest = places.slice(bucket.longest);
        if (bucket.name.valid())
            bucket.name = places.text(bucket.name);
    }
}

bool TimeBuckets::isSound(const IdLimits& limits, RowRange slices) const
{
    bool good = true;
    for (const Row& row : m_rows) {
        std::size_t end = row.first;
        std::size_t count = row.count;
        good = good && row.levels <= kMostLevels && row.first <= m_buckets.size() && count <= m_buckets.size()
               && (row.levels == 0 || (row.width > 0 && row.width <= kWidest >> (row.levels - 1) && count > 0));
        for (std::size_t level = 0; good && level < row.levels; ++level) {
            end += count;
            count = (count + 1) / 2;
        }
        good = good && end <= m_buckets.size();
    }
    for (const Row& row : m_rows)
        good &= isTime(row.origin);
    for (const Bucket& bucket : m_buckets)
        good &= isInside(bucket.longest, slices) && isText(bucket.name, limits.strings);
    return good;
}

void fields(Packer& packer, TimeBuckets& buckets)
{
    packer.planes(buckets.m_rows);
    packer.planes(buckets.m_buckets);
}

void SliceMip::move(TrackId track, const PartPlaces& places)
{
    m_track = track;
    m_buckets.move(places);
    for (Block& block : m_blocks) {
        block.longest = places.slice(block.longest);
        block.name = places.text(block.name);
    }
}

bool SliceMip::isSound(const Trace& trace, TrackId track) const
{
    const TrackInfo& info = trace.track(track);
    IdLimits limits;
    limits.strings = trace.strings().size();
    if (m_track != track || m_rowSlices.size() != info.rows.size() || m_rowFirst.size() != m_rowSlices.size() + 1
        || m_rowFirst.front() != 0 || m_rowFirst.back() != m_blocks.size() || m_buckets.rowCount() != info.rows.size()
        || !m_buckets.isSound(limits, info.slices))
        return false;
    for (std::uint32_t row = 0; row < m_rowSlices.size(); ++row) {
        if (m_rowSlices[row] != info.rows[row].size() || m_rowFirst[row + 1] < m_rowFirst[row])
            return false;
        const std::uint32_t leaf = leafOf(row);
        std::uint64_t at = m_rowFirst[row];
        std::uint64_t count = m_rowSlices[row] / leaf + (m_rowSlices[row] % leaf ? 1 : 0);
        while (at < m_rowFirst[row + 1] && count > 0) {
            at += count;
            count = count == 1 ? 0 : (count + kFanOut - 1) / kFanOut;
        }
        if (at != m_rowFirst[row + 1])
            return false;
    }
    bool good = true;
    for (const Block& block : m_blocks)
        good &= isTime(block.start) && isTime(block.end) && isLength(block.busy);
    for (const Block& block : m_blocks)
        good &= isInside(block.longest, info.slices) && isText(block.name, limits.strings);
    return good;
}

void fields(Packer& packer, SliceMip& mip)
{
    packer(mip.m_track);
    packer.planes(mip.m_rowFirst);
    packer.planes(mip.m_rowSlices);
    packer(mip.m_buckets);
    packer.planes(mip.m_blocks);
}

bool CounterPyramid::isSound(RowRange samples) const
{
    if (m_samples.first != samples.first || m_samples.last != samples.last)
        return false;
    std::size_t count = samples.size() / kLeaf + (samples.size() % kLeaf ? 1 : 0);
    if (samples.size() < 2 * kLeaf)
        return m_levels.empty();
    for (const std::vector<ValueRange>& level : m_levels) {
        const bool whole = std::all_of(level.begin(), level.end(), [](const ValueRange& it) { return isBool(it.gap); });
        if (level.size() != count || !whole)
            return false;
        count = (count + kFanOut - 1) / kFanOut;
    }
    return !m_levels.empty() && m_levels.back().size() == 1;
}

void fields(Packer& packer, CounterPyramid& pyramid)
{
    std::uint64_t levels = pyramid.m_levels.size();
    packer(pyramid.m_samples, levels);
    if (levels > kMostLevels)
        packer.fail();
    if (packer.reading())
        pyramid.m_levels.resize(packer.ok() ? levels : 0);
    for (std::vector<ValueRange>& level : pyramid.m_levels)
        packer.planes(level);
}

} // namespace tideline
