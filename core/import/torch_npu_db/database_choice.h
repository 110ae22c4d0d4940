// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/discovery.h"

namespace tideline {

/// Which of the databases found below a directory are read. A capture that was exported as text too is read from the
/// text; of several exports by msprof the newest is; tables without a timeline, and an analyser's summary beside the
/// ranks it sums up, open only by themselves; unknown databases are listed. All others move to passedOver, with the
/// reason and their tables.
void chooseDatabases(Discovery& found, const ImportOptions& options, const Progress& progress);

} // namespace tideline
