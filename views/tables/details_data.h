// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <stop_token>
#include <vector>

#include "core/base/id.h"
#include "core/base/time.h"

namespace tideline {

class Session;

/// One line of the details: shown and copied as it stands.
struct DetailRow {
    QString key;
    QString value;
    QString copy;         ///< what copying gives where it differs from the value (exact figures)
    SliceId link;         ///< where the line leads; none for plain lines
    bool missing = false; ///< the profile lacks it; the value says which switch collects it
};

struct DetailSection {
    QString title;
    std::vector<DetailRow> rows;
};

using DetailSections = std::vector<DetailSection>;

/// One slice: place and times, arguments (read again from the file), the tied kernel row, flows.
/// O(event size + flows); run it on a worker.
DetailSections sliceDetails(const Session& session, SliceId slice, const std::stop_token& stop);

/// Distances between two picked slices, exact.
DetailSections measureDetails(const Session& session, SliceId first, SliceId second);

/// All slices of one name: count, sum, extremes, per track. O(slices).
DetailSections operatorDetails(const Session& session, StringId name, const std::stop_token& stop);

/// A time range of some tracks (empty: all): union, sum and the heaviest names.
DetailSections rangeDetails(const Session& session, TimeRange range, const std::vector<TrackId>& tracks,
                            const std::stop_token& stop);

} // namespace tideline
