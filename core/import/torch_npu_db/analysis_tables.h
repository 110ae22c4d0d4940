// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

/// The rank that a row is about; a table without a column for it asks with kNoInteger. None: the row is left out.
using RankOfRow = std::function<std::optional<RankId>(std::int64_t number)>;

/// What differs between the communication tables of one rank and those of a whole job.
struct CommunicationSchema {
    std::string_view times, bandwidths, matrix; ///< tables
    std::string_view elapse, transport;         ///< columns
};
constexpr CommunicationSchema kRankSchema{"CommAnalyzerTime", "CommAnalyzerBandwidth", "CommAnalyzerMatrix",
                                          "elapse_time", "transport_type"};
/// Puts a link, whose ends are still those of the table, where it belongs; false when it cannot be used.
using PlaceLink = std::function<bool(std::string_view group, LinkRecord& link)>;

/// StepTraceTime, or ClusterStepTraceTime with its rows per rank: the file's own breakdown of the steps, in us.
void readStepTrace(DatabaseReader& reader, std::string_view table, const RankOfRow& rankOf);

/// Operations with what they moved, and the matrix, as communication.json and communication_matrix.json have them.
void readCommunicationTables(DatabaseReader& reader, const CommunicationSchema& schema, const RankOfRow& rankOf,
                             const PlaceLink& placeLink = {});

} // namespace tideline
