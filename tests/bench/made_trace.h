// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/store/trace.h"

namespace tideline::bench {

/// A frozen trace made in memory: `slices` kernels spread over `lanes` device streams, 400 names, short gaps, every
/// twentieth slice with a nested one. Null only if the build was cancelled.
std::shared_ptr<const Trace> traceInMemory(std::uint64_t slices, unsigned lanes);

} // namespace tideline::bench
