// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/export/text_sink.h"
#include "core/store/trace.h"

namespace tideline {

/// The whole trace as Chrome trace JSON (object form): metadata, slices, instants, spans, counters and flows, without
/// arguments. Times are decimal microseconds written from integers, so that an import finds the same ns. Several ranks
/// are put on the common axis and their process ids made unique; a member "tideline" says which ids belong to which rank,
/// so that an import finds the ranks again. O(events).
Status writeChromeTrace(const Trace& trace, TextSink& sink, const Progress& progress);

} // namespace tideline
