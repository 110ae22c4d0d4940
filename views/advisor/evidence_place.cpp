// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/evidence_place.h"

#include <algorithm>
#include <utility>

#include "views/state/view_state.h"

namespace tideline {

namespace {

constexpr double kShareOfWidth = 0.5; // the surroundings matter as much as the place itself

/// The first slice of the track that starts at this time and satisfies the test.
template <typename Test>
SliceId sliceAt(const Trace& trace, TrackId track, Instant start, Test test)
{
    const auto& starts = trace.slices().start;
    for (const RowRange& row : trace.track(track).rows) {
        std::uint32_t first = row.first;
        std::uint32_t last = row.last;
        while (first < last) {
            const std::uint32_t middle = first + (last - first) / 2;
            if (starts.at(middle) < start)
                first = middle + 1;
            else
                last = middle;
        }
        for (; first < row.last && starts.at(first) == start; ++first) {
            if (test(SliceId{first}))
                return SliceId{first};
        }
    }
    return {};
}

} // namespace

EvidencePlace placeOf(const Trace& trace, const Evidence& evidence)
{
    EvidencePlace place;
    if (!evidence.rank.valid() || evidence.rank.row >= trace.ranks().size())
        return place;
    place.range = evidence.range.shifted(axisShift(trace, evidence));
    place.known = !evidence.range.empty();
    if (!evidence.track.valid() || evidence.track.row >= trace.tracks().size())
        return place;
    place.track = evidence.track;
    const Duration length = evidence.range.length();
    place.slice = sliceAt(trace, evidence.track, evidence.range.start, [&](SliceId slice) {
        return trace.slices().duration.at(slice.row) == length
               && trace.text(trace.slices().name.at(slice.row)) == evidence.name;
    });
    if (!place.slice.valid())
        place.nearby = sliceAt(trace, evidence.track, evidence.range.end, [](SliceId) { return true; });
    place.known = place.known || place.slice.valid();
    return place;
}

void selectPlace(ViewState& state, const EvidencePlace& place)
{
    if (!place.known)
        return;
    if (place.slice.valid())
        return state.selectSlice(place.slice);
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = place.range;
    if (place.track.valid())
        selection.tracks = {place.track};
    state.setSelection(std::move(selection));
}

void zoomToPlace(ViewState& state, const EvidencePlace& place)
{
    if (!place.known)
        return;
    // What ends a gap is revealed for its lane alone; the gap itself is what comes into view.
    if (!place.slice.valid() && place.nearby.valid())
        state.reveal(place.nearby);
    // A slice that is in view already when it is revealed leaves one entry in the history.
    state.zoomTo(place.range, kShareOfWidth);
    if (place.slice.valid())
        state.reveal(place.slice);
    selectPlace(state, place);
}

} // namespace tideline
