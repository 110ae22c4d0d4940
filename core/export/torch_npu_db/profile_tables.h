// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sqlite/sqlite_writer.h"

namespace tideline::torch_npu {

/// The tables of ascend_pytorch_profiler_<rank>.db, schema 1.0.0 as the profilers of 2025 write it, with the rows that
/// are the same in every capture.
void makeProfileTables(SqliteWriter& database);
/// The table of marks, which is there when a capture set some.
void makeMarkTable(SqliteWriter& database);
/// The curves of what users compute from the counters, where they do.
void makeMetricTable(SqliteWriter& database);
/// What a search needs; made last, since rows come in faster without.
void makeProfileIndexes(SqliteWriter& database);

/// The tables of analysis.db. Without collectives there is the one of the steps alone.
void makeAnalysisTables(SqliteWriter& database, bool communication);

} // namespace tideline::torch_npu
