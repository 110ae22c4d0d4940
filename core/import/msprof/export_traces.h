// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/msprof/device_ranks.h"
#include "core/import/msprof/layout.h"
#include "core/import/msprof/part_report.h"

namespace tideline {

/// Reads the timeline of one place of a capture as one trace: the newest msprof_<time>.json with its slices, in old
/// exports that of all iterations. What older exports and the parts of a timeline in files of their own (step_trace,
/// hccl, task_time, msprof_tx) repeat is passed over; these are read where the whole is absent. True if there is one.
/// Cancelled is the only error.
Result<bool> readExportedTrace(const MsprofPlace& place, DeviceRanks& ranks, PartReport& report,
                               ImportContext& context);

} // namespace tideline
