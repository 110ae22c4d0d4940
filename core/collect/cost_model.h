// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/capture/records.h"
#include "core/collect/device_spec.h"
#include "core/collect/layer.h"

namespace tideline::collect {

/// A kernel before it runs: what it is, what it does, and how long it takes alone.
struct KernelPlan {
    capture::KernelInfo info;
    double flops = 0;            ///< on the cube
    double vectorOperations = 0; ///< single precision operations on the vector cores
    std::int64_t readBytes = 0;  ///< compulsory HBM lines
    std::int64_t writeBytes = 0;
    std::int64_t requestBytes = 0; ///< reads as L2 sees them; not below readBytes
    std::int64_t hitBytes = 0;     ///< requests that find their line present or under way
    std::int64_t leastNs = 0;      ///< at least the cost model's least kernel time
    double utilisation = 0;        ///< of the cube's peak
    double hbmEfficiency = 0;      ///< share of the HBM rate
    double conflict = 0;           ///< share of the vector cycles that wait for memory banks
    BoundPipe bound = BoundPipe::None;
    std::int64_t compulsoryBytes = 0; ///< reads and writes that no cache saves
    std::int64_t baseNs = 0;          ///< filled by kernelTimeNs()
};

bool usesCube(const KernelPlan& kernel);

/// max(least kernel time, flops / (peak × utilisation), vector operations / (peak × its utilisation),
/// HBM bytes / (HBM rate × efficiency)), in whole ns.
std::int64_t kernelTimeNs(const KernelPlan& kernel, const DeviceSpec& device);

/// The counters of one execution that lasted that long; they follow from the same figures.
capture::PipeCounters pipeCounters(const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs);
capture::PmuCounters pmuCounters(capture::PmuGroup group, const KernelPlan& kernel, const DeviceSpec& device,
                                 const capture::PipeCounters& pipes);

/// A copy between host and device.
std::int64_t copyTimeNs(std::int64_t bytes, bool pinned, const DeviceSpec& device);

} // namespace tideline::collect
