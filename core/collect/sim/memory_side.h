// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "core/capture/records.h"
#include "core/collect/caching_allocator.h"
#include "core/collect/sim/rank_context.h"
#include "core/collect/workload.h"

namespace tideline::collect::sim {

/// The framework's memory pools of one rank: follows the memory plan as the host goes through its operators and records
/// every change. Records nothing where the capture leaves memory out. Times are true; records carry the host's clock.
class MemorySide {
public:
    MemorySide(const Workload& workload, const RolePlan& role, RankContext& rank);

    /// Weights and the like are there before the first step.
    void begin(Time at);
    /// The operator at this position of the step asks for its blocks.
    void enter(std::size_t position, Time at);
    /// It has run: what was to live until here is free.
    void leave(std::size_t position, Time at);
    void endStep(Time at);
    /// What is left lives on: its records say so.
    void finish();

private:
    struct Live {
        capture::AllocationRecord record;
        MemoryPool pool = MemoryPool::Tensors;
        CachingAllocator::Address address = 0;
    };

    CachingAllocator& pool(MemoryPool which) { return m_pools[static_cast<std::size_t>(which)]; }
    void allocate(const BlockPlan& block, Time at);
    void sample(MemoryPool which, Time at);
    void sampleProcess(Time at);

    const Workload& m_workload;
    const RolePlan& m_role;
    RankContext& m_rank;
    std::array<CachingAllocator, 2> m_pools;
    std::multimap<std::size_t, Live> m_live; // by the position after which it is freed
    Time m_nextProcess = 0;
};

} // namespace tideline::collect::sim
