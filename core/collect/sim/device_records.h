// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/collect/sim/device_side.h"
#include "core/collect/sim/rank_context.h"

namespace tideline::collect::sim {

/// Where and when a task ran, on the device counter.
struct DeviceSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t stream = 0;
};

/// Writers of the records of ended tasks; kernels and copies also feed the sampler.
void emitKernel(RankContext& rank, const DeviceSpec& device, const Task& task, const DeviceSpan& span);
void emitCopy(RankContext& rank, const Task& task, const DeviceSpan& span);
void emitSync(RankContext& rank, const Task& task, const DeviceSpan& span);
void emitCommunication(RankContext& rank, const std::string& link, capture::DataType dtype, const Task& task,
                       const DeviceSpan& span, std::int64_t transitStartNs);

} // namespace tideline::collect::sim
