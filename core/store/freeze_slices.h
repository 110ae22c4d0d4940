// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/freeze_flows.h"
#include "core/store/pending.h"
#include "core/store/tables.h"

namespace tideline {

/// Lays out the slices of all tracks, which stand in their final order: fills TrackInfo::slices, rows and sums, binds
/// the flow points of each track, and frees the pending rows track by track. Incomplete when cancelled.
SliceColumns freezeSlices(std::vector<PendingRows<SliceRow>> pending, const std::vector<ProcessInfo>& processes,
                          std::vector<TrackInfo>& tracks, FlowFreezer& flows, TaskPool& pool, const Progress& progress);

} // namespace tideline
