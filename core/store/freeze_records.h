// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/pending.h"
#include "core/store/record_tables.h"

namespace tideline {

/// Sorts the records as RecordTables says and moves them into frames. O(n log n), O(n) on sorted input.
RecordTables freezeRecords(PendingRecords pending);

} // namespace tideline
