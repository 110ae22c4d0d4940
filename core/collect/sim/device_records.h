// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collect/sim/device_side.h"
#include "core/collect/sim/rank_context.h"

namespace tideline::collect::sim {

/// Where and when a task ran, on the device counter.
struct DeviceSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t stream = 0;
};

/// When data moved, on the device counter, and how long this rank's own link carried it.
struct Transit {
    std::int64_t startNs = 0;
    std::int64_t linkNs = 0;
};

/// Writers of the records of ended tasks; kernels and copies also feed the sampler.
void emitKernel(RankContext& rank, const DeviceSpec& device, const Task& task, const DeviceSpan& span,
                const Slowdown& slowdown);
void emitCopy(RankContext& rank, const Task& task, const DeviceSpan& span);
void emitSync(RankContext& rank, const Task& task, const DeviceSpan& span);
void emitCommunication(RankContext& rank, const Workload& workload, const Task& task, const DeviceSpan& span,
                       const Transit& transit);

} // namespace tideline::collect::sim
