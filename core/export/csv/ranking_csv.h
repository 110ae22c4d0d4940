// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/analyze/ranking.h"
#include "core/export/text_sink.h"

namespace tideline {

using OperationBytes = std::map<std::string, double, std::less<>>;

/// The ranking as a table, units in the header.
Status writeRankingCsv(const Trace& trace, const Ranking& ranking, const RankingOptions& options, TextSink& sink);

/// The columns that published articles use; by metric the operators, the memory or the communication table.
/// `volumes`: bytes by operation, for the communication table.
Status writeArticleCsv(const Ranking& ranking, RankingMetric metric, const OperationBytes& volumes, TextSink& sink);

} // namespace tideline
