// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/small_tables.h"

#include <utility>

#include "core/decode/decimal.h"

namespace tideline {

Status readStepTrace(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context)
{
    const int step = columnOf(table.header(), {"Step", "Step Id"});
    const int device = columnOf(table.header(), {"Device_id", "Device ID"});
    while (table.next()) {
        FileStepRow row;
        row.rank = ranks.of(table);
        const std::int64_t number = table.integer(step);
        if (number != kNoInteger)
            row.step = number;
        for (int column = 0; column < static_cast<int>(table.header().size()); ++column) {
            if (column == step || column == device)
                continue;
            if (const auto figure = nanosFromMicros(table.row().field(column)))
                row.figures[table.header()[static_cast<std::size_t>(column)]] = Duration{*figure};
        }
        context.builder.addFileStep(std::move(row));
    }
    if (table.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    table.finish();
    return Done{};
}

void countRows(TableReader& table, FileStatus status, const std::string& reason)
{
    while (table.next()) {}
    table.finish(status, reason);
}

} // namespace tideline
