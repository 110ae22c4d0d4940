// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/task_pool.h"
#include "core/store/pending.h"
#include "core/store/string_pool.h"
#include "core/store/tables.h"

namespace tideline {

/// Decides for each column whether it holds numbers: every cell that is neither empty nor "N/A" parses whole as a
/// finite number that a double can hold, and there is one at least.
ExtraTable freezeTable(PendingTable pending, const StringPool& strings, TaskPool& pool);

} // namespace tideline
