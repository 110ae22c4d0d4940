// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_steps.h"

#include <utility>

#include "core/decode/decimal.h"
#include "core/import/table/table_reader.h"

namespace tideline {

namespace {

constexpr const char* kTableName = "cluster_step_trace_time";

/// Columns that name a row and measure nothing.
bool isLabel(std::string_view name)
{
    return name == "Step" || name == "Type" || name == "Index" || name.ends_with(" Index");
}

FileStepRow stepRow(const TableReader& table, RankId rank, int stepColumn)
{
    FileStepRow row;
    row.rank = rank;
    std::string_view step = table.row().field(stepColumn);
    if (step.starts_with("step"))
        step.remove_prefix(4);
    if (const auto number = step.empty() ? std::nullopt : scaledDecimal(step, 0))
        row.step = *number;
    for (int column = 0; column < static_cast<int>(table.header().size()); ++column) {
        const std::string& name = table.header()[static_cast<std::size_t>(column)];
        if (isLabel(name))
            continue;
        if (const auto figure = nanosFromMicros(table.row().field(column)))
            row.figures[name] = Duration{*figure};
    }
    return row;
}

} // namespace

Status readClusterSteps(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context)
{
    auto opened = TableReader::open(path, context);
    if (!opened)
        return opened.error();
    TableReader& table = *opened;
    if (table.header().empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    const int step = columnOf(table.header(), {"Step"});
    const int type = columnOf(table.header(), {"Type"});
    const int index = columnOf(table.header(), {"Index"});
    std::vector<ExtraColumn> columns(table.header().size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].name = table.header()[i];
    while (table.next()) {
        const bool isRank = table.row().field(type) == "rank";
        const auto rank = isRank ? ranks.rankOf(table.integer(index)) : std::nullopt;
        if (isRank && !rank) {
            table.reject(IssueKind::BadRow, "the index is no rank");
            continue;
        }
        if (rank)
            context.builder.addFileStep(stepRow(table, *rank, step));
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].cells.push_back(table.text(static_cast<int>(i)));
    }
    if (table.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    if (table.rows() > 0)
        context.builder.addExtraTable(ranks.first(), kTableName, std::move(columns));
    table.finish();
    return Done{};
}

} // namespace tideline
