// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/collect/cost_model.h"
#include "core/collect/faults/fault.h"
#include "core/collect/faults/fault_effects.h"
#include "core/collect/memory_plan.h"
#include "core/collect/parallel_plan.h"
#include "core/collect/program.h"
#include "core/collect/scenario.h"

namespace tideline::collect {

/// A collective as a rank calls it.
struct CollectivePlan {
    CollectiveOp op = CollectiveOp::AllReduce;
    GroupKind group = GroupKind::Data;
    std::int64_t elements = 0; ///< of the whole buffer
    capture::DataType dtype = capture::DataType::Float16;
    std::int64_t bytes() const { return elements * capture::sizeOf(dtype); }
};

/// One framework operator: the host calls around it and the kernels it launches, or the collective.
struct OperatorPlan {
    const capture::HostCall* outer = nullptr;
    const capture::HostCall* inner = nullptr; ///< launches; inside outer
    const capture::HostCall* dequeue = nullptr;
    const capture::HostCall* api = nullptr;
    std::vector<KernelPlan> kernels;
    std::optional<CollectivePlan> collective;
    std::int32_t layer = -1;           ///< of Scenario::layers; -1: of none
    std::int64_t sequence = -1;        ///< ties forward and backward
    std::int64_t gradientElements = 0; ///< of parameters, ready once these kernels ran
    std::uint32_t identity = 0;        ///< of its random numbers; a planted operator disturbs no other's
    bool ofExperts = false;            ///< its parameters are shared by the expert-data group alone
    bool inPlace = false;              ///< writes into its input: asks for no memory
    bool side = false;                 ///< runs on the second stream
    bool keep = true;                  ///< its output lives until the backward pass
    bool oncePerStep = false;
};

/// What the ranks of one role do: a pipeline stage, or one rank that a fault sets apart.
struct RolePlan {
    std::uint32_t stage = 0;
    double expertShare = 1; ///< tokens of this rank's experts over the mean
    std::vector<OperatorPlan> forward;
    std::vector<OperatorPlan> backward;
    std::vector<OperatorPlan> optimizer;
    std::deque<OperatorPlan> transfers; ///< gradients, weights and what stages send each other
    Program program;
    std::int64_t parameters = 0;       ///< of the dense part
    std::int64_t expertParameters = 0; ///< of the experts of this card
    MemoryPlan memory;
    std::int64_t residentBytes = 0; ///< of the process: what its pools reserve, and no less than what lives at once
};

/// A scenario prepared for a device and a number of ranks. Frozen; addresses stay.
struct Workload {
    Scenario scenario;
    DeviceSpec device;
    ParallelPlan parallel;
    std::deque<capture::HostCall> calls;
    std::deque<RolePlan> roles;
    std::vector<std::uint32_t> roleOf; ///< by rank
    bool withStack = false;
    FaultEffects effects;                  ///< of faults that act while it runs
    std::vector<std::int64_t> stageSizes;  ///< repeated layers of each pipeline stage; empty: equal
    std::vector<std::string> plantedTypes; ///< kernel types that faults have changed or added

    const RolePlan& role(std::uint32_t rank) const { return roles[roleOf[rank]]; }
};

struct WorkloadOptions {
    std::uint32_t ranks = 0; ///< zero: the scenario's
    std::uint32_t ranksPerHost = 0;
    std::vector<Fault> faults;
    bool withStack = false; ///< framework operators know where they were called from
};

/// Fails when the workload does not fit the device's usable memory or the ranks do not fit the plan.
Result<std::unique_ptr<const Workload>> planWorkload(const Scenario& scenario, const DeviceSpec& device,
                                                     const WorkloadOptions& options = {});

} // namespace tideline::collect
