// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/capture/records.h"
#include "core/collect/device_spec.h"

namespace tideline::collect {

/// A kernel before it runs: what it is, what it does, and how long it takes alone.
struct KernelPlan {
    capture::KernelInfo info;
    double flops = 0;            ///< on the cube
    double vectorOperations = 0; ///< single precision operations on the vector cores
    std::int64_t readBytes = 0;  ///< compulsory HBM lines
    std::int64_t writeBytes = 0;
    std::int64_t requestBytes = 0; ///< reads as L2 sees them; not below readBytes
    std::int64_t baseNs = 0;       ///< filled by priced()
};

bool usesCube(const KernelPlan& kernel);

/// max(least kernel time, flops / (peak × utilisation), HBM bytes / (HBM rate × efficiency)), in whole ns.
std::int64_t kernelTimeNs(const KernelPlan& kernel, const DeviceSpec& device, double cubeUtilisation);

/// The counters of one execution that lasted that long; they follow from the same figures.
capture::PipeCounters pipeCounters(const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs);

/// A copy between host and device.
std::int64_t copyTimeNs(std::int64_t bytes, bool pinned, const DeviceSpec& device);

/// An all-reduce of `bytes` over `members` ranks as a ring, when no member computes.
std::int64_t allReduceTimeNs(std::int64_t bytes, std::int64_t members, const LinkSpec& link);

/// Bytes one member of that ring sends.
std::int64_t allReduceSentBytes(std::int64_t bytes, std::int64_t members);

} // namespace tideline::collect
