// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/issues.h"
#include "core/store/trace.h"

namespace tideline {

/// Adds what only the frozen trace tells: crossing slices, flows without partner, ranks without device data, kernels
/// without slices, ranks that claim one number. O(tracks + kernels).
void addTraceIssues(const Trace& trace, ImportIssues& issues);

} // namespace tideline
