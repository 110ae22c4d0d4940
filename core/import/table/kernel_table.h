// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/table/row_ranks.h"
#include "core/store/kernel_core.h"

namespace tideline {

enum class KernelSlices {
    FromTrace, ///< the timeline has the slices of the kernels
    FromRows,  ///< no timeline: every row becomes a slice of its stream
};

/// Reads kernel_details, op_summary or task_time into the kernels of their ranks, in all spellings of their columns; every
/// numeric column that is not one of the kernel's own becomes a metric. Rows without start or duration are counted and
/// left out. Cancelled is the only error.
Status readKernels(TableReader& table, const std::filesystem::path& path, RowRanks ranks, KernelSlices slices,
                   ImportContext& context);

} // namespace tideline
