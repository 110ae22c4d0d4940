// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/table/row_ranks.h"

namespace tideline {

/// memory_record, in megabytes or kilobytes (binary): a MemoryRecord per row. Rows without a time are left out; a size
/// that is no number is counted and stays unknown. Cancelled is the only error.
Status readMemoryRecords(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context);

/// operator_memory, likewise: an AllocationRecord per row. Rows with neither allocation nor release time, or without a
/// size, are left out.
Status readAllocations(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context);

} // namespace tideline
