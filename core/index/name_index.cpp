// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/name_index.h"

#include <algorithm>
#include <utility>

#include "core/store/gather.h"

namespace tideline {

namespace {

char lowerCase(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Calls body(firstRow, names of the piece) for all slices of counted tracks; stops when cancelled.
template <typename Body>
void forEachNameSpan(const Trace& trace, const Progress& progress, Body&& body)
{
    for (const TrackInfo& track : trace.tracks()) {
        if (progress.cancelled())
            return;
        if (isCounted(track.kind))
            trace.slices().name.forEachSpan(track.slices.first, track.slices.last, body);
    }
}

} // namespace

NameIndex::NameIndex(const Trace& trace, const Progress& progress)
{
    countNames(trace, progress);
    keepLowerCase(trace.strings());
    placeSlices(trace, progress);
}

void NameIndex::countNames(const Trace& trace, const Progress& progress)
{
    m_entryOfName.assign(trace.strings().size(), kNoEntry);
    const SliceColumns& slices = trace.slices();
    forEachNameSpan(trace, progress, [&](std::uint32_t at, std::span<const StringId> names) {
        const FramePin<Duration> durations = slices.duration.pin(at >> kFrameShift);
        const FramePin<Duration> selves = slices.self.pin(at >> kFrameShift);
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::uint32_t& row = m_entryOfName[names[i].row];
            if (row == kNoEntry) {
                row = static_cast<std::uint32_t>(m_entries.size());
                m_entries.push_back({names[i], 0, {}, {}});
            }
            Entry& entry = m_entries[row];
            ++entry.count;
            entry.total += (*durations)[(at & kFrameMask) + i];
            entry.self += (*selves)[(at & kFrameMask) + i];
        }
    });
    std::sort(m_entries.begin(), m_entries.end(), [&](const Entry& a, const Entry& b) {
        return a.total != b.total ? a.total > b.total : trace.text(a.name) < trace.text(b.name);
    });
    std::uint32_t first = 0;
    for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
        m_entryOfName[m_entries[i].name.row] = i;
        m_firstPiece.push_back(i);
        m_pieces.push_back({first, first + static_cast<std::uint32_t>(m_entries[i].count)});
        first = m_pieces.back().last;
    }
    m_firstPiece.push_back(static_cast<std::uint32_t>(m_pieces.size()));
}

void NameIndex::placeSlices(const Trace& trace, const Progress& progress)
{
    std::vector<std::uint32_t> next;
    next.reserve(m_entries.size());
    for (const RowRange& piece : m_pieces)
        next.push_back(piece.first);
    if (progress.cancelled())
        return;
    std::vector<SliceId> placed(m_pieces.empty() ? 0 : m_pieces.back().last);
    forEachNameSpan(trace, progress, [&](std::uint32_t at, std::span<const StringId> names) {
        for (const StringId name : names)
            placed[next[m_entryOfName[name.row]]++] = SliceId{at++};
    });
    m_slices = gather(placed.size(), [&](std::size_t i) { return placed[i]; });
}

void NameIndex::keepLowerCase(const StringPool& strings)
{
    std::size_t bytes = 0;
    for (const Entry& entry : m_entries)
        bytes += strings.text(entry.name).size();
    m_lower.reserve(bytes);
    m_lowerFirst.reserve(m_entries.size() + 1);
    m_lowerFirst.push_back(0);
    for (const Entry& entry : m_entries) {
        for (const char c : strings.text(entry.name))
            m_lower.push_back(lowerCase(c));
        m_lowerFirst.push_back(m_lower.size());
    }
}

std::uint32_t NameIndex::entryOf(StringId name) const
{
    return name.row < m_entryOfName.size() ? m_entryOfName[name.row] : kNoEntry;
}

NameIndex::EntryRows NameIndex::find(std::string_view text) const
{
    EntryRows found;
    std::string wanted(text);
    std::transform(wanted.begin(), wanted.end(), wanted.begin(), lowerCase);
    const std::string_view all = m_lower;
    for (std::uint32_t entry = 0; entry < m_entries.size();) {
        const std::size_t hit = all.find(wanted, m_lowerFirst[entry]);
        if (hit == std::string_view::npos)
            break;
        // The hit lies in the last name that begins at or before it; it counts if it ends there too.
        const auto behind = std::upper_bound(m_lowerFirst.begin() + entry + 1, m_lowerFirst.end() - 1, hit);
        if (!wanted.empty())
            entry = static_cast<std::uint32_t>(behind - m_lowerFirst.begin()) - 1;
        const std::string_view name = all.substr(m_lowerFirst[entry], m_lowerFirst[entry + 1] - m_lowerFirst[entry]);
        if (name.find(wanted) != std::string_view::npos)
            found.push_back(entry);
        ++entry;
    }
    return found;
}

std::vector<SliceId> NameIndex::slicesOf(std::uint32_t entry) const
{
    std::vector<SliceId> all;
    all.reserve(m_entries[entry].count);
    forEachSlices(entry, [&all](std::span<const SliceId> slices) {
        all.insert(all.end(), slices.begin(), slices.end());
        return true;
    });
    return all;
}

std::vector<SliceId> NameIndex::slicesInTime(const Trace& trace, const EntryRows& entries) const
{
    std::vector<std::pair<Instant, SliceId>> timed;
    ColumnReader<Instant> starts(trace.slices().start);
    TrackId track{0};
    for (const std::uint32_t entry : entries) {
        track = TrackId{0};
        forEachSlices(entry, [&](std::span<const SliceId> slices) {
            for (const SliceId slice : slices) {
                if (!trace.track(track).slices.contains(slice.row))
                    track = trace.trackOf(slice);
                timed.emplace_back(starts[slice.row] + trace.axisShift(track), slice);
            }
            return true;
        });
    }
    std::sort(timed.begin(), timed.end());
    std::vector<SliceId> slices;
    slices.reserve(timed.size());
    for (const auto& [time, slice] : timed)
        slices.push_back(slice);
    return slices;
}

std::size_t NameIndex::residentBytes() const
{
    return m_entries.capacity() * sizeof(Entry) + m_entryOfName.capacity() * sizeof(std::uint32_t)
           + m_slices.residentBytes() + m_pieces.capacity() * sizeof(RowRange)
           + m_firstPiece.capacity() * sizeof(std::uint32_t) + m_lower.capacity()
           + m_lowerFirst.capacity() * sizeof(std::size_t);
}

} // namespace tideline
