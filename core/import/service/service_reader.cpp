// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/service/service_reader.h"

#include <utility>

#include "core/import/table/table_reader.h"
#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

namespace {

std::vector<ExtraColumn> emptyColumns(const std::vector<std::string>& header)
{
    std::vector<ExtraColumn> columns(header.size());
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].name = header[i];
    return columns;
}

/// Curves of several tables have one header; these are told apart by the name of their table or file.
std::string nameOf(const ServiceTable& table, const std::string& own)
{
    return table.name == "latency" || table.row == ServiceRow::Span ? own : std::string(table.name);
}

std::uint64_t keep(ServiceRows rows, ServiceInput& input, ImportContext& context)
{
    const std::uint64_t rejected = input.tracks ? input.tracks->add(rows) : 0;
    input.read.insert(rows.name);
    if (!rows.refs.empty())
        context.builder.addExtraTable(input.rank, rows.name, std::move(rows.columns));
    return rejected;
}

void readTable(DatabaseReader& reader, const SqliteTable& table, const ServiceTable& known, ServiceInput& input)
{
    ServiceRows rows{known, nameOf(known, table.name), emptyColumns(table.columns), {}, reader.place(table.name)};
    if (input.read.contains(rows.name))
        return;
    const std::vector<std::string_view> columns(table.columns.begin(), table.columns.end());
    TableScan scan(reader, table.name, columns);
    while (scan.next()) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            rows.columns[i].cells.push_back(scan.text(static_cast<int>(i)));
        rows.refs.push_back(scan.ref());
    }
    if (!reader.cancelled())
        keep(std::move(rows), input, reader.context());
}

} // namespace

Status readServiceTable(const std::filesystem::path& path, ServiceInput& input, ImportContext& context)
{
    auto table = TableReader::open(path, context);
    if (!table)
        return table.error();
    if (table->header().empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    const auto known = serviceTable(table->header());
    if (!known)
        return Error{ErrorCode::Unrecognised, "no table of an inference service has this header", path.string(), {}};
    const auto source = context.builder.addSource({path, table->row().size(), nullptr});
    if (!source)
        return source.error();
    ServiceRows rows{*known, nameOf(*known, path.stem().string()), emptyColumns(table->header()), {}, path.string()};
    while (table->next()) {
        for (std::size_t i = 0; i < rows.columns.size(); ++i)
            rows.columns[i].cells.push_back(table->text(static_cast<int>(i)));
        rows.refs.emplace_back(*source, table->row().offset());
    }
    if (table->cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    const std::uint64_t left = keep(std::move(rows), input, context);
    if (left == 0)
        table->finish();
    else
        table->finish(FileStatus::Partial, std::to_string(left + table->rejected()) + " rows could not be placed");
    context.files.back().note = kFromDocumentation;
    return Done{};
}

Status readServiceDatabase(const std::filesystem::path& path, ServiceInput& input, ImportContext& context)
{
    auto reader = DatabaseReader::open(path, context);
    if (!reader)
        return reader.error();
    for (const SqliteTable& table : reader->database().tables()) {
        if (const auto known = serviceTable(table.columns))
            readTable(*reader, table, *known, input);
    }
    if (!reader->cancelled())
        reader->finish();
    if (reader->cancelled())
        return reader->cancelledError();
    context.files.back().note = kFromDocumentation;
    return Done{};
}

} // namespace tideline
