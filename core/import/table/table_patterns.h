// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/import/table/table_kind.h"

namespace tideline {

/// The header of one kind of table.
struct TablePattern {
    KnownTable table;
    std::vector<std::vector<std::string_view>> columns; ///< one spelling of each must be present
};

/// All headers that are known, the more telling ones first.
const std::vector<TablePattern>& tablePatterns();

} // namespace tideline
