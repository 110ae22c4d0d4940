// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// Every table of samples that the database has, as counters with the names and units of the text form.
void readCounterTables(DatabaseReader& reader, const DatabaseRanks& ranks);

} // namespace tideline
