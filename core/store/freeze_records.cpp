// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_records.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/store/gather.h"

namespace tideline {

namespace {

template <typename Row, typename Key>
Column<Row> sorted(PendingRows<Row> pending, const Key& key)
{
    std::vector<Row> rows = pending.take();
    const auto before = [&](const Row& a, const Row& b) { return key(a) < key(b); };
    if (!std::is_sorted(rows.begin(), rows.end(), before))
        std::stable_sort(rows.begin(), rows.end(), before);
    return gather(rows.size(), [&](std::size_t i) { return rows[i]; });
}

} // namespace

RecordTables freezeRecords(PendingRecords pending)
{
    RecordTables tables;
    tables.communication =
        sorted(std::move(pending.communication), [](const CommRecord& row) { return std::tie(row.rank, row.start); });
    tables.links = sorted(std::move(pending.links), [](const LinkRecord& row) { return std::tie(row.rank); });
    tables.memory = sorted(std::move(pending.memory),
                           [](const MemoryRecord& row) { return std::tie(row.rank, row.component, row.time); });
    tables.allocations = sorted(std::move(pending.allocations),
                                [](const AllocationRecord& row) { return std::tie(row.rank, row.allocated); });
    std::vector<CommTransport> transports = pending.transports.take();
    tables.transports = gather(transports.size(), [&](std::size_t i) { return transports[i]; });
    return tables;
}

} // namespace tideline
