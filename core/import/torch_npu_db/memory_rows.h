// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// MEMORY_RECORD and OP_MEMORY; where they are absent NPU_OP_MEM, whose rows are single allocations and releases.
/// NPU_MODULE_MEM is kept as the table npu_module_mem of the text form.
void readMemoryTables(DatabaseReader& reader, const DatabaseRanks& ranks);

} // namespace tideline
