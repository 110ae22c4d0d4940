// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_sink.h"

#include <utility>

#include "core/import/table/memory_tables.h"
#include "core/import/table/small_tables.h"

namespace tideline {

namespace fs = std::filesystem;

Status TableSink::read(TableReader& table, const fs::path& path, RowRanks ranks, KernelSlices slices)
{
    const KnownTable known = table.known();
    switch (known.kind) {
    case TableKind::Kernels:
    case TableKind::TaskTime: return readKernels(table, path, std::move(ranks), slices, m_context);
    case TableKind::StepTrace: return readStepTrace(table, path, std::move(ranks), m_context);
    case TableKind::Memory: return readMemoryRecords(table, path, std::move(ranks), m_context);
    case TableKind::Allocations: return readAllocations(table, path, std::move(ranks), m_context);
    case TableKind::Iterations:
    case TableKind::ModuleMemory:
    case TableKind::DeviceMemory:
    case TableKind::Ragged:
    case TableKind::Extra: return readKept(table, path, std::move(ranks), known);
    case TableKind::Unknown:
        m_context.issues.add(IssueKind::UnknownTable, path.string() + ":1");
        countRows(table, FileStatus::Unsupported, "no table with this header is known");
        return Done{};
    }
    return Done{};
}

Status TableSink::keep(TableReader& table, const fs::path& path, RowRanks ranks, std::string_view name)
{
    return readKept(table, path, std::move(ranks), {TableKind::Extra, name, {}, true});
}

Status TableSink::readKept(TableReader& table, const fs::path& path, RowRanks ranks, const KnownTable& known)
{
    const std::string_view name = tableName(known, path);
    ExtraRows& rows = m_extras.try_emplace(std::string(name), name).first->second;
    rows.begin(table);
    m_modules.begin(table);
    m_devices.begin(table);
    m_iterations.begin(table);
    if (known.kind == TableKind::Ragged || known.kind == TableKind::Iterations)
        table.allowRagged();
    while (table.next()) {
        const RankId rank = ranks.of(table);
        if (readOther(table, rank, known.kind))
            rows.add(table, rank);
    }
    if (table.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    table.finish();
    return Done{};
}

/// False when the row was rejected.
bool TableSink::readOther(TableReader& table, RankId rank, TableKind kind)
{
    if (kind == TableKind::ModuleMemory)
        return m_modules.read(table, rank);
    if (kind == TableKind::DeviceMemory)
        return m_devices.read(table, rank);
    if (kind == TableKind::Iterations)
        m_iterations.read(table, rank);
    return true;
}

void TableSink::finish()
{
    for (auto& [name, rows] : m_extras)
        rows.finish(m_context.builder);
    m_extras.clear();
    m_modules.finish(m_context.builder);
    m_devices.finish(m_context.builder);
    m_iterations.finish(m_context.builder);
}

} // namespace tideline
