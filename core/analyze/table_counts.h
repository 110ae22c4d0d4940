// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

/// Rows of the tables of one rank.
struct TableCounts {
    std::uint64_t kernels = 0;
    std::uint64_t communicationOps = 0; ///< without the sums that communication.json holds beside them
    std::uint64_t links = 0;            ///< cells of the matrix, likewise
    std::uint64_t memoryRecords = 0;
    std::uint64_t allocations = 0;
    std::uint64_t apis = 0; ///< slices of the CANN layers
};

/// By rank; O(kernels + records + tracks).
std::vector<TableCounts> countTables(const Trace& trace);

} // namespace tideline
