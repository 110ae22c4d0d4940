// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tideline::collect {

struct Instruction;
struct RolePlan;
struct Workload;

enum class MemoryPool : std::uint8_t { Tensors, Workspace };

/// A block that every step allocates: when, how large, and after which position it is free again. Position 0 is the
/// copy of the batch; the operators with kernels follow in the order in which the program runs them.
struct BlockPlan {
    std::string owner; ///< the framework operator that asks for it
    std::int64_t bytes = 0;
    std::size_t releaseAfter = 0; ///< position; the last one frees what lives to the end of the step
    MemoryPool pool = MemoryPool::Tensors;
};

/// What the framework keeps in device memory.
struct MemoryPlan {
    std::vector<std::int64_t> persistent;       ///< bytes of weights, gradients and optimiser state: never freed
    std::vector<std::vector<BlockPlan>> blocks; ///< by position
    std::vector<std::int64_t> holes;            ///< bytes that were taken once and freed before the first step
    std::int64_t leakPerStep = 0;               ///< bytes that every step keeps
    std::size_t lastPosition() const { return blocks.size() - 1; }
};

/// Whether the instruction has a position in the memory plan.
bool allocates(const Instruction& instruction);

/// Activations live from their forward operator to the backward operator of the same sequence; gradients of
/// activations until the next backward operator has used them; workspaces as long as their operator.
MemoryPlan planMemory(const Workload& workload, const RolePlan& role);

/// The most that the pools reserve in one step; 0 when it does not fit into `capacity`. O(blocks log blocks).
std::int64_t peakReserved(const MemoryPlan& plan, std::int64_t capacity);

} // namespace tideline::collect
