// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// Reads STRING_IDS: every other table needs them.
void readStrings(DatabaseReader& reader);

/// An ENUM table, with our copy of its names where the database has none.
std::map<std::int64_t, std::string> readEnum(DatabaseReader& reader, const char* table,
                                             std::map<std::int64_t, std::string> known);

/// Completes the rank by META_DATA, HOST_INFO, NPU_INFO and RANK_DEVICE_MAP, and adds one for each further device that
/// has tasks: `rank` is the first. What the rank knows already stays.
DatabaseRanks readRanks(DatabaseReader& reader, RankId rank);

} // namespace tideline
