// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/scope.h"
#include "core/analyze/steps.h"
#include "core/base/progress.h"
#include "core/export/text_sink.h"
#include "core/store/trace.h"

namespace tideline {

/// Step rows as a table, all times in ns.
Status writeStepsCsv(const Trace& trace, const std::vector<StepRow>& rows, TextSink& sink);

/// The kernel table with all its metric columns, in the file's order of time. O(rows).
Status writeKernelsCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress);

/// All counted slices, track by track. O(rows).
Status writeSlicesCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress);

/// All counter samples, series by series; ranks, names and time of the scope apply. O(samples).
Status writeCountersCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress);

} // namespace tideline
