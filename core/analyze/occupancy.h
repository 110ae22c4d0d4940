// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analyze/device_figures.h"
#include "core/index/step_function.h"
#include "core/store/trace.h"

namespace tideline {

/// blocks ÷ (ceil(blocks ÷ cores) × cores): how much of the cores a kernel can fill, in billionths, so that sums of
/// concurrent kernels are exact. 0 where blocks or cores are not positive.
std::int64_t occupancyOf(std::int64_t blocks, std::int64_t cores);

/// One kernel on one kind of core.
struct CoreLoad {
    TimeRange range;
    std::int64_t billionths = 0;
};

/// The share of the cores of one kind that kernels occupy, in percent, as a step function.
struct OccupancyCurve {
    StepFunction curve;
    Duration clamped;          ///< time in which concurrent kernels sum up to more than 100 %
    std::uint64_t kernels = 0; ///< that run on cores of this kind
    bool known() const { return kernels > 0; }
};

/// Concurrent loads are summed and clamped to 100 %; 0 % where there is none inside the extent. O(n log n).
OccupancyCurve occupancyCurve(const std::vector<CoreLoad>& loads, TimeRange extent);

struct Occupancy {
    OccupancyCurve cube;
    OccupancyCurve vector;
    DeviceFigures figures;
    std::uint64_t withoutBlocks = 0; ///< kernels of AI cores whose row gives no blocks: counted as idle
};

/// From the kernel rows: AI_CORE on the cube cores, AI_VECTOR_CORE on the vector cores, MIX on both: its blocks on the
/// kind that it names, its mix blocks on the other one (where the column is missing, its blocks there too). Times on
/// the common axis. A kind without kernels or without a known number of cores has no curve.
Occupancy occupancyOf(const Trace& trace, RankId rank);

} // namespace tideline
