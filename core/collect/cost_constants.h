// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// Every constant of the cost model. All are assumed; a change needs a new version, since scores carry it.
namespace tideline::collect::cost {

constexpr std::string_view kVersion = "2026.2";

constexpr std::int64_t kLeastKernelNs = 4'000;
constexpr std::int64_t kLaunchLatencyNs = 5'000; ///< from the launching call to the earliest start
constexpr double kCubeHbmEfficiency = 0.85;      ///< share of the HBM rate a cube kernel reaches
constexpr double kVectorHbmEfficiency = 0.85;
constexpr std::int64_t kKernelNoisePermille = 10;  ///< kernels last up to this much longer
constexpr std::int64_t kHostNoisePermille = 100;   ///< host calls last up to this much longer
constexpr std::int64_t kComputeSlowPercent = 105;  ///< compute while the rank also communicates
constexpr std::int64_t kTransferSlowPercent = 115; ///< communication while a member also computes
constexpr double kHalfRateBytes = 8e6;             ///< a collective of that size reaches half of the link's rate
constexpr std::int64_t kEndSpreadNs = 15'000;      ///< ranks see the end of a collective up to this late
constexpr std::int64_t kEventTaskNs = 20;
constexpr std::int64_t kCoreStartNs = 800;  ///< part of a kernel in which no core counts cycles
constexpr double kSideHbmEfficiency = 0.08; ///< likewise, beside another kernel
constexpr double kVectorUtilisation = 0.9;  ///< share of the vector peak a kernel reaches
constexpr double kRereadPerLine = 2.5;      ///< L2 requests of a cube kernel beyond one per line
constexpr double kStreamPrefetch = 0.6;     ///< share of a vector kernel's lines that were asked for ahead
constexpr std::int64_t kVectorLanes = 64;   ///< single precision lanes of a vector core
constexpr double kScalarRatio = 0.12;
constexpr double kCacheMissRate = 0.005;

constexpr std::int64_t kLeadNs = 20'000'000; ///< recording starts this long before the first step
constexpr std::int64_t kStepGapNs = 30'000;  ///< host time between two steps
constexpr std::int64_t kDispatchWakeNs = 2'000;
constexpr std::int64_t kDispatchGapNs = 500;
constexpr std::int64_t kOperatorEntryNs = 2'000;     ///< from the start of an outer operator to its inner one
constexpr std::int64_t kAutogradHandoffNs = 20'000;  ///< the backward thread takes over, or hands back
constexpr std::int64_t kSynchroniseReturnNs = 4'000; ///< a synchronising call returns this long after the device
constexpr std::int64_t kMarkerNs = 1'500;            ///< the host call that sets a sync marker
constexpr std::int64_t kCopySetupNs = 6'000;

// What recording adds to a step, as shares of it: 40 % with everything on; the article names 30 to 50 %.
constexpr double kTaskOverhead = 0.05;
constexpr double kCounterOverhead = 0.12;
constexpr double kHostApiOverhead = 0.08;
constexpr double kFullOverhead = 0.09;
constexpr double kMemoryOverhead = 0.06;

constexpr std::int64_t kWorkspacePerCoreBytes = 512 * 1024;   ///< of an operator that uses the cube
constexpr std::int64_t kProcessMemoryIntervalNs = 20'000'000; ///< between two readings of the process's memory

constexpr std::int64_t kMaxDriftPpb = 3'000;         ///< clock drift of a host or device
constexpr std::int64_t kPairJitterNs = 1'500;        ///< error of the start pair
constexpr std::int64_t kMaxHostOffsetNs = 2'000'000; ///< between wall clocks of hosts

} // namespace tideline::collect::cost
