// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/small_tables.h"

#include <utility>

#include "core/decode/decimal.h"

namespace tideline {

namespace {

Error cancelledAt(const std::filesystem::path& path)
{
    return {ErrorCode::Cancelled, "cancelled", path.string(), {}};
}

} // namespace

Status readStepTrace(TableReader& table, const std::filesystem::path& path, RankId rank, ImportContext& context)
{
    const int step = columnOf(table.header(), {"Step", "Step Id"});
    const int device = columnOf(table.header(), {"Device_id", "Device ID"});
    while (table.next()) {
        FileStepRow row;
        row.rank = rank;
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
        return cancelledAt(path);
    table.finish();
    return Done{};
}

Status readExtra(TableReader& table, const std::filesystem::path& path, RankId rank, std::string_view name,
                 ImportContext& context)
{
    std::vector<ExtraColumn> columns(table.header().size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].name = table.header()[i];
    while (table.next()) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].cells.push_back(table.text(static_cast<int>(i)));
    }
    if (table.cancelled())
        return cancelledAt(path);
    context.builder.addExtraTable(rank, std::string(name), std::move(columns));
    table.finish();
    return Done{};
}

void countRows(TableReader& table, FileStatus status, const std::string& reason)
{
    while (table.next()) {}
    table.finish(status, reason);
}

} // namespace tideline
