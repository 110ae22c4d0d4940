// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/memory_peaks.h"
#include "core/export/text_sink.h"

namespace tideline {

/// The peaks by rank and component as a table, units in the header.
Status writeMemoryCsv(const Trace& trace, const std::vector<MemoryPeak>& rows, TextSink& sink);

} // namespace tideline
