// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/table/row_ranks.h"

namespace tideline {

/// step_trace_time: a FileStepRow per row, every numeric column a figure. Cancelled is the only error.
Status readStepTrace(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context);

/// Counts the rows of a table that is not read further and reports it with the reason.
void countRows(TableReader& table, FileStatus status, const std::string& reason);

} // namespace tideline
