// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/finding.h"
#include "core/store/trace.h"

namespace tideline {

class ViewState;

/// Where an evidence lies in the timeline.
struct EvidencePlace {
    SliceId slice;      ///< the one that it names; none where it is a gap or a window
    SliceId nearby;     ///< a slice that shows the lane of a gap: the one that ends it
    TimeRange range;    ///< on the common axis
    TrackId track;      ///< may be none
    bool known = false; ///< false: it has no place, for instance a setting
};

/// O(rows of the track · log slices).
EvidencePlace placeOf(const Trace& trace, const Evidence& evidence);

/// Selects the slice or the range.
void selectPlace(ViewState& state, const EvidencePlace& place);
/// Selects it and brings it into view with some of what surrounds it.
void zoomToPlace(ViewState& state, const EvidencePlace& place);

} // namespace tideline
