// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/progress.h"
#include "core/store/string_pool.h"
#include "core/store/tables.h"
#include "core/store/track.h"

namespace tideline {

/// What kernel rows are tied to slices by.
struct KernelTieInput {
    const StringPool& strings;
    const std::vector<ProcessInfo>& processes;
    const std::vector<TrackInfo>& tracks;
    const SliceColumns& slices;
};

/// Fills KernelColumns::slice and returns the ties sorted by slice. A row belongs to the device slice of its rank that
/// starts with it (of several: the one of its name, then of its stream), communication rows to the slice of that name
/// on a communicator; times may differ by 1 ns, which is what the rounding of a text can do.
/// O((slices + kernels) log slices) for the ranks that have kernels. Incomplete when cancelled.
Column<KernelTie> tieKernels(const KernelTieInput& input, KernelColumns& kernels, const Progress& progress);

} // namespace tideline
