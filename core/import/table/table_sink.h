// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/import/table/extra_rows.h"
#include "core/import/table/iterations.h"
#include "core/import/table/kernel_table.h"
#include "core/import/table/memory_counters.h"
#include "core/import/table/row_ranks.h"

namespace tideline {

/// Reads tables of every known kind. Tables of one name join: they are slices of one table.
class TableSink {
public:
    explicit TableSink(ImportContext& context) : m_context(context) {}

    /// Reads the rest of the table by its kind and reports the file; one of unknown kind is only counted. Cancelled is
    /// the only error.
    Status read(TableReader& table, const std::filesystem::path& path, RowRanks ranks, KernelSlices slices);
    /// Keeps the table as it is, whatever its kind.
    Status keep(TableReader& table, const std::filesystem::path& path, RowRanks ranks, std::string_view name);
    /// Hands to the builder what was kept; after the last table, as slices may come in any order.
    void finish();

private:
    /// Rows that are kept and may be read otherwise too.
    Status readKept(TableReader& table, const std::filesystem::path& path, RowRanks ranks, const KnownTable& known);
    bool readOther(TableReader& table, RankId rank, TableKind kind);

    ImportContext& m_context;
    std::map<std::string, ExtraRows, std::less<>> m_extras; // by name
    ModuleMemory m_modules;
    DeviceMemory m_devices;
    Iterations m_iterations;
};

} // namespace tideline
