// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <utility>

#include "core/import/table/table_reader.h"

namespace tideline {

/// The iterations of graphs that step_trace of plain msprof lists; they become the steps of their rank.
class Iterations {
public:
    /// The next rows are of this file.
    void begin(const TableReader& table);
    /// Of the current row; one without an end or a length gives none.
    void read(const TableReader& table, RankId rank);
    /// Of several graphs the one with the most iterations makes the steps, of equal ones that of the least number.
    void finish(TraceBuilder& builder);

private:
    using Graph = std::map<std::int64_t, TimeRange>; // by iteration
    int m_iteration = -1;
    int m_model = -1;
    int m_end = -1;
    int m_length = -1;
    std::map<RankId, std::map<std::int64_t, Graph>> m_ranks; // by model
};

} // namespace tideline
