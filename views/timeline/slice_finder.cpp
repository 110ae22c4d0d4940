// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/slice_finder.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <optional>

namespace tideline {

namespace {

constexpr std::uint32_t kStopStep = 1U << 16U; // slices between two looks at the stop token

/// Takes in all places one by one and keeps what the answer needs.
class Search {
public:
    Search(SlicePlace from, bool forward) : m_from(from), m_forward(forward) {}

    void add(const SlicePlace& place)
    {
        ++m_total;
        const bool before = place < m_from;
        const bool after = m_from < place;
        m_before += before ? 1 : 0;
        m_after += after ? 1 : 0;
        keep(m_end, place);
        if (m_forward ? after : before)
            keep(m_next, place);
    }

    FoundSlice answer() const
    {
        if (m_total == 0)
            return {};
        if (!m_next)
            return {*m_end, m_forward ? 1 : m_total, m_total};
        return {*m_next, m_forward ? m_total - m_after + 1 : m_before, m_total};
    }

private:
    void keep(std::optional<SlicePlace>& best, const SlicePlace& place) const
    {
        if (!best || (m_forward ? place < *best : *best < place))
            best = place;
    }

    SlicePlace m_from;
    bool m_forward;
    std::uint64_t m_total = 0;
    std::uint64_t m_before = 0;
    std::uint64_t m_after = 0;
    std::optional<SlicePlace> m_next;
    std::optional<SlicePlace> m_end; // where the search goes on
};

} // namespace

NameIndex::EntryRows namesWithWords(const NameIndex& names, const QString& text)
{
    std::optional<NameIndex::EntryRows> all;
    for (const QString& word : text.simplified().split(u' ', Qt::SkipEmptyParts)) {
        const NameIndex::EntryRows with = names.find(word.toStdString());
        NameIndex::EntryRows both;
        if (all)
            std::set_intersection(all->begin(), all->end(), with.begin(), with.end(), std::back_inserter(both));
        all = all ? std::move(both) : with;
    }
    return all.value_or(NameIndex::EntryRows{});
}

FoundSlice findSlice(const Trace& trace, const NameIndex& names, const NameIndex::EntryRows& rows, SlicePlace from,
                     bool forward, const std::stop_token& stop)
{
    Search search(from, forward);
    ColumnReader<Instant> starts(trace.slices().start);
    std::uint32_t untilLook = kStopStep;
    for (const std::uint32_t row : rows) {
        TrackId track;
        Duration shift;
        names.forEachSlices(row, [&](std::span<const SliceId> slices) {
            for (const SliceId slice : slices) {
                if (!track.valid() || !trace.track(track).slices.contains(slice.row)) {
                    track = trace.trackOf(slice);
                    shift = trace.axisShift(track);
                }
                search.add({starts[slice.row] + shift, slice});
                if (--untilLook > 0)
                    continue;
                if (stop.stop_requested())
                    return false;
                untilLook = kStopStep;
            }
            return true;
        });
        if (stop.stop_requested())
            return {};
    }
    return search.answer();
}

} // namespace tideline
