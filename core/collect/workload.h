// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/collect/cost_model.h"
#include "core/collect/memory_plan.h"
#include "core/collect/scenario.h"

namespace tideline::collect {

/// One framework operator: the host calls around it and the kernels it launches.
struct OperatorPlan {
    const capture::HostCall* outer = nullptr;
    const capture::HostCall* inner = nullptr; ///< launches; inside outer
    const capture::HostCall* dequeue = nullptr;
    const capture::HostCall* api = nullptr;
    std::vector<KernelPlan> kernels;
    std::int64_t sequence = -1;        ///< ties forward and backward
    std::int64_t gradientElements = 0; ///< of parameters, ready once these kernels ran
    bool inPlace = false;              ///< writes into its input: asks for no memory
};

/// Gradients that travel together once a backward operator has run.
struct Bucket {
    std::size_t afterOperator = 0; ///< index into Workload::backward
    std::int64_t elements = 0;
};

/// A scenario prepared for one device: what every step of every rank does. Frozen; addresses stay.
struct Workload {
    Scenario scenario;
    DeviceSpec device;
    std::deque<capture::HostCall> calls;
    std::vector<OperatorPlan> forward;
    std::vector<OperatorPlan> backward;
    std::vector<OperatorPlan> optimizer;
    std::vector<Bucket> buckets;
    std::int64_t parameters = 0;
    MemoryPlan memory;
    std::int64_t residentBytes = 0; ///< of the process: parameters, gradients, optimiser state, activations, pools
};

/// Fails when the workload does not fit the device's usable memory.
Result<std::unique_ptr<const Workload>> planWorkload(const Scenario& scenario, const DeviceSpec& device);

} // namespace tideline::collect
