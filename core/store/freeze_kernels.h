// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/pending.h"
#include "core/store/tables.h"

namespace tideline {

/// Orders the kernel rows by (rank, start, file order). The column `slice` is left empty. Incomplete when cancelled.
KernelColumns freezeKernels(PendingKernels pending, TaskPool& pool, const Progress& progress);

} // namespace tideline
