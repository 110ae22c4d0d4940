// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/chrome/event_collector.h"
#include "core/store/rows.h"

namespace tideline {

/// B and E events of one lane, paired.
struct PairedLane {
    std::vector<SliceRow> slices;
    std::vector<OpenEvent> begins; ///< left without an end, outermost first
    std::vector<SourceRef> ends;   ///< left without a begin
};

/// Sorts by (time, file order); an E closes the last open B whatever its name. O(n log n).
PairedLane pairOpenEvents(std::vector<OpenEvent> events);

/// A matched pair of asynchronous events.
struct AsyncSpan {
    SliceRow row;
    std::uint32_t lane = 0; ///< of the begin
};

struct PairedAsyncs {
    std::vector<AsyncSpan> spans;
    std::vector<SourceRef> begins; ///< left without an end
    std::vector<SourceRef> ends;   ///< left without a begin
};

/// Pairs events of one key, innermost first. O(n log n).
PairedAsyncs pairAsyncEvents(std::vector<AsyncEvent> events);

} // namespace tideline
