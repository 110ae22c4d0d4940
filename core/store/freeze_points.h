// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/pending.h"
#include "core/store/tables.h"

namespace tideline {

/// Sorts the instants of each track by (time, file order) and fills TrackInfo::instants. `pending` and `tracks` are in
/// the final order. Incomplete when cancelled.
InstantColumns freezeInstants(std::vector<PendingRows<InstantRow>> pending, std::vector<TrackInfo>& tracks,
                              const Progress& progress);

/// Sorts the samples of each counter by (time, file order) and fills CounterInfo::samples, min and max; counters in
/// parallel.
SampleColumns freezeSamples(std::vector<PendingRows<SampleRow>> pending, std::vector<CounterInfo>& counters,
                            TaskPool& pool, const Progress& progress);

} // namespace tideline
