// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/comm_sums.h"
#include "core/export/text_sink.h"

namespace tideline {

/// The sums by rank, group and primitive as a table, units in the header.
Status writeCommunicationCsv(const Trace& trace, const std::vector<CommSum>& rows, TextSink& sink);

} // namespace tideline
