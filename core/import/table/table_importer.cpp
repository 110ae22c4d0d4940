// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_importer.h"

#include <algorithm>

#include "core/import/table/kernel_table.h"
#include "core/import/table/memory_tables.h"
#include "core/import/table/small_tables.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16'384;

Status readKnown(TableReader& table, const std::filesystem::path& path, RankId rank, ImportContext& context)
{
    const KnownTable known = table.known();
    switch (known.kind) {
    case TableKind::Kernels:
    case TableKind::TaskTime: return readKernels(table, path, rank, KernelSlices::FromRows, context);
    case TableKind::StepTrace: return readStepTrace(table, path, rank, context);
    case TableKind::Memory: return readMemoryRecords(table, path, rank, context);
    case TableKind::Allocations: return readAllocations(table, path, rank, context);
    case TableKind::Extra: return readExtra(table, path, rank, known.name, context);
    case TableKind::Deferred:
        countRows(table, FileStatus::Unsupported, std::string(known.name) + " tables are not read by this version");
        return Done{};
    case TableKind::Unknown:
        context.issues.add(IssueKind::UnknownTable, path.string() + ":1");
        countRows(table, FileStatus::Unsupported, "no table with this header is known");
        return Done{};
    }
    return Done{};
}

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
    return readKnown(*table, path, rank, context);
}

} // namespace tideline
