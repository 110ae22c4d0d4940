// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_importer.h"

#include <algorithm>

#include "core/import/table/table_sink.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16'384;

} // namespace

bool TableImporter::sniff(const std::filesystem::path& path) const
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return false;
    const std::string extension = path.extension().string();
    const bool named = extension == ".csv" || extension == ".CSV";
    if (head->empty())
        return named;
    const bool binary = std::find(head->begin(), head->end(), '\0') != head->end();
    const CsvReader header{std::string_view(*head)};
    return !binary && (named || tableOf(header.header()).kind != TableKind::Unknown);
}

Status TableImporter::read(const std::filesystem::path& path, ImportContext& context) const
{
    auto table = TableReader::open(path, context);
    if (!table)
        return table.error();
    if (table->header().empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    if (context.options.quickOnly && table->known().kind != TableKind::StepTrace)
        return Done{};
    RankInfo info;
    info.format = "table";
    info.path = path.string();
    const RankId rank = context.builder.addRank(std::move(info));
    TableSink sink(context);
    const Status status = sink.read(*table, path, rank, KernelSlices::FromRows);
    sink.finish();
    return status;
}

} // namespace tideline
