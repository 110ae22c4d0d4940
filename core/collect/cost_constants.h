// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// Every constant of the cost model. All are assumed; a change needs a new version, since scores carry it.
namespace tideline::collect::cost {

constexpr std::string_view kVersion = "2026.1";

constexpr std::int64_t kLeastKernelNs = 4'000;
constexpr std::int64_t kLaunchLatencyNs = 5'000; ///< from the launching call to the earliest start
constexpr double kCubeHbmEfficiency = 0.85;      ///< share of the HBM rate a cube kernel reaches
constexpr double kVectorHbmEfficiency = 0.85;
constexpr std::int64_t kKernelNoisePermille = 10;  ///< kernels last up to this much longer
constexpr std::int64_t kHostNoisePermille = 100;   ///< host calls last up to this much longer
constexpr std::int64_t kComputeSlowPercent = 105;  ///< compute while the rank also communicates
constexpr std::int64_t kTransferSlowPercent = 115; ///< communication while a member also computes
constexpr std::int64_t kEndSpreadNs = 15'000;      ///< ranks see the end of a collective up to this late
constexpr std::int64_t kEventTaskNs = 20;
constexpr std::int64_t kCoreStartNs = 800; ///< part of a kernel in which no core counts cycles
constexpr double kRereadPerLine = 0.8;     ///< L2 requests of a cube kernel beyond one per line
constexpr std::int64_t kVectorLanes = 64;  ///< single precision lanes of a vector core
constexpr double kScalarRatio = 0.12;
constexpr double kCacheMissRate = 0.005;

constexpr std::int64_t kLeadNs = 20'000'000; ///< recording starts this long before the first step
constexpr std::int64_t kStepGapNs = 30'000;  ///< host time between two steps
constexpr std::int64_t kDispatchWakeNs = 2'000;
constexpr std::int64_t kDispatchGapNs = 500;
constexpr std::int64_t kOperatorEntryNs = 2'000;     ///< from the start of an outer operator to its inner one
constexpr std::int64_t kAutogradHandoffNs = 20'000;  ///< the backward thread takes over, or hands back
constexpr std::int64_t kSynchroniseReturnNs = 4'000; ///< a synchronising call returns this long after the device
constexpr std::int64_t kCopySetupNs = 6'000;

constexpr std::int64_t kWorkspacePerCoreBytes = 512 * 1024;   ///< of an operator that uses the cube
constexpr std::int64_t kProcessMemoryIntervalNs = 20'000'000; ///< between two readings of the process's memory

constexpr std::int64_t kMaxDriftPpb = 3'000;         ///< clock drift of a host or device
constexpr std::int64_t kPairJitterNs = 1'500;        ///< error of the start pair
constexpr std::int64_t kMaxHostOffsetNs = 2'000'000; ///< between wall clocks of hosts

} // namespace tideline::collect::cost
