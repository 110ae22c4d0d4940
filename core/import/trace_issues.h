// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/import/issues.h"
#include "core/store/trace.h"

namespace tideline {

/// Adds what only the frozen trace tells: crossing slices, flows without partner, ranks without device data, kernels
/// without slices. Of one part of a profile; O(tracks + kernels).
void addTraceIssues(const Trace& trace, ImportIssues& issues);

/// Adds what only the whole profile tells: ranks that claim one number, no slices at all.
void addProfileIssues(const std::vector<RankInfo>& ranks, std::uint64_t slices, ImportIssues& issues);

} // namespace tideline
