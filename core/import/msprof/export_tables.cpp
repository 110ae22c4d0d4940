// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/export_tables.h"

#include <utility>

#include "core/import/msprof/export_name.h"
#include "core/import/table/small_tables.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// In order of preference.
constexpr const char* kKernelTables[] = {"op_summary", "kernel_details", "task_time"};

} // namespace

Status ExportTables::read(const MsprofPlace& place, bool hasTimeline)
{
    m_kernels.clear();
    Tables tables = sorted(place);
    for (const char* name : kKernelTables) {
        if (m_kernels.empty() && tables.contains(name))
            m_kernels = name;
    }
    for (auto& [name, files] : tables) {
        if (const Status status = readFamily(place, name, std::move(files), hasTimeline); !status)
            return status;
    }
    return Done{};
}

ExportTables::Tables ExportTables::sorted(const MsprofPlace& place)
{
    Tables tables;
    for (const fs::path& path : sortedEntries(place.directory)) {
        if (path.extension() != ".csv" || !isRegularFile(path) || m_report.isTaken(path))
            continue;
        auto table = TableReader::open(path, m_context);
        if (!table || table->header().empty()) {
            m_report.unreadable(path, table ? "empty file" : table.error().what);
            continue;
        }
        const KnownTable known = table->known();
        if (known.kind != TableKind::Unknown) {
            tables[std::string(tableName(known, path))].push_back(path);
            continue;
        }
        m_report.take(path);
        m_context.issues.add(IssueKind::UnknownTable, path.string() + ":1");
        countRows(*table, FileStatus::Unsupported, "no table with this header is known");
    }
    return tables;
}

Status ExportTables::readFamily(const MsprofPlace& place, const std::string& name, std::vector<fs::path> files,
                                bool hasTimeline)
{
    const ExportFamily family = newestFamily(std::move(files), name);
    for (const fs::path& path : family.older)
        m_report.skipped(path, "another export; the newest is " + family.files.front().filename().string());
    m_report.missingSlices(family.files.front(), family.missing);
    for (const fs::path& path : family.files) {
        if (const Status status = readOne(place, path, name, hasTimeline); !status)
            return status;
    }
    return Done{};
}

Status ExportTables::readOne(const MsprofPlace& place, const fs::path& path, const std::string& name, bool hasTimeline)
{
    auto table = TableReader::open(path, m_context);
    if (!table) {
        m_report.unreadable(path, table.error().what);
        return Done{};
    }
    m_report.take(path);
    const TableKind kind = table->known().kind;
    const bool kernels = kind == TableKind::Kernels || kind == TableKind::TaskTime;
    if (kind == TableKind::Kernels && name != m_kernels) {
        m_report.skipped(path, "the kernels were read from " + m_kernels);
        return Done{};
    }
    m_report.usable = true;
    const RankId otherwise = place.device ? m_ranks.of(*place.device) : m_ranks.first();
    RowRanks ranks(*table, otherwise, [this](std::int64_t device) { return m_ranks.of(device); });
    if (kernels && name != m_kernels)
        return m_sink.keep(*table, path, std::move(ranks), name);
    return m_sink.read(*table, path, std::move(ranks), hasTimeline ? KernelSlices::FromTrace : KernelSlices::FromRows);
}

} // namespace tideline
