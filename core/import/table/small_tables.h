// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/table/table_reader.h"

namespace tideline {

/// step_trace_time: a FileStepRow per row, every numeric column a figure. Cancelled is the only error.
Status readStepTrace(TableReader& table, const std::filesystem::path& path, RankId rank, ImportContext& context);

/// Any table, kept as the rank's extra table `name`. Cancelled is the only error.
Status readExtra(TableReader& table, const std::filesystem::path& path, RankId rank, std::string_view name,
                 ImportContext& context);

/// Counts the rows of a table that is not read further and reports it with the reason.
void countRows(TableReader& table, FileStatus status, const std::string& reason);

} // namespace tideline
