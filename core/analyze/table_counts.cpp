// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/table_counts.h"

#include <span>

namespace tideline {

namespace {

template <typename Row, typename Body>
void forEachRow(const Column<Row>& rows, const Body& body)
{
    rows.forEachSpan(0, rows.size(), [&body](std::uint32_t, std::span<const Row> part) {
        for (const Row& row : part)
            body(row);
    });
}

} // namespace

std::vector<TableCounts> countTables(const Trace& trace)
{
    std::vector<TableCounts> counts(trace.ranks().size());
    forEachRow(trace.kernels().rank, [&counts](RankId rank) { ++counts[rank.row].kernels; });
    const RecordTables& records = trace.records();
    forEachRow(records.communication,
               [&counts](const CommRecord& row) { counts[row.rank.row].communicationOps += row.total ? 0 : 1; });
    forEachRow(records.links, [&counts](const LinkRecord& row) { counts[row.rank.row].links += row.total ? 0 : 1; });
    forEachRow(records.memory, [&counts](const MemoryRecord& row) { ++counts[row.rank.row].memoryRecords; });
    forEachRow(records.allocations, [&counts](const AllocationRecord& row) { ++counts[row.rank.row].allocations; });
    for (const TrackInfo& track : trace.tracks()) {
        const bool api = track.process.valid() && trace.process(track.process).role == ProcessRole::Cann;
        if (api && isCounted(track.kind))
            counts[track.rank.row].apis += track.slices.size();
    }
    return counts;
}

} // namespace tideline
