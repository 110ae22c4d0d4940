// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/memory_plan.h"

#include <algorithm>
#include <map>

#include "core/collect/caching_allocator.h"
#include "core/collect/cost_constants.h"
#include "core/collect/workload.h"

namespace tideline::collect {

namespace {

std::int64_t bytesOf(const std::vector<capture::Tensor>& tensors)
{
    std::int64_t bytes = 0;
    for (const capture::Tensor& tensor : tensors)
        bytes += tensor.bytes();
    return bytes;
}

class Planner {
public:
    Planner(const Workload& workload, const RolePlan& role) : m_workload(workload), m_role(role)
    {
        for (const Instruction& instruction : role.program) {
            if (!allocates(instruction))
                continue;
            if (instruction.link == capture::AutogradLink::Backward)
                m_backwardOf[{instruction.micro, instruction.plan->sequence}] = m_order.size();
            m_order.push_back(&instruction);
        }
        m_plan.blocks.resize(std::max<std::size_t>(m_order.size(), 1));
    }

    MemoryPlan plan()
    {
        persistent();
        for (std::size_t position = 0; position < m_order.size(); ++position)
            visit(position);
        return std::move(m_plan);
    }

private:
    void persistent()
    {
        const OptimizerSpec& optimizer = m_workload.scenario.optimizer;
        const std::int64_t count = m_role.parameters + m_role.expertParameters;
        if (m_workload.scenario.mode != StepMode::Train)
            m_plan.persistent = weightsOfInference();
        if (count == 0 || m_workload.scenario.mode != StepMode::Train)
            return;
        std::int64_t share = 0; // of the optimiser on this rank
        for (const OperatorPlan& plan : m_role.optimizer)
            if (share == 0 || optimizer.kind == OptimizerKind::AdamW)
                share += plan.kernels.front().info.inputs.front().elements();
        m_plan.persistent = {count * capture::sizeOf(m_workload.scenario.compute.dtype),
                             count * capture::sizeOf(m_workload.scenario.gradients.dtype),
                             share * capture::sizeOf(optimizer.masterType),
                             share * capture::sizeOf(optimizer.momentType)};
        if (optimizer.kind == OptimizerKind::AdamW)
            m_plan.persistent.push_back(m_plan.persistent.back());
    }

    /// Weights and caches: what products read beside their first input, and the tables of embeddings.
    std::vector<std::int64_t> weightsOfInference() const
    {
        std::int64_t bytes = 0;
        for (const OperatorPlan& plan : m_role.forward) {
            for (const KernelPlan& kernel : plan.kernels) {
                if (kernel.info.type == "GatherV2")
                    bytes += kernel.info.inputs.front().bytes();
                else if (usesCube(kernel))
                    bytes += bytesOf(kernel.info.inputs) - kernel.info.inputs.front().bytes();
            }
        }
        return bytes > 0 ? std::vector<std::int64_t>{bytes} : std::vector<std::int64_t>{};
    }

    void visit(std::size_t position)
    {
        const Instruction& instruction = *m_order[position];
        if (instruction.kind == InstructionKind::CopyInput) {
            add(position, {"aten::to", m_workload.scenario.input.bytes(), m_plan.lastPosition(), MemoryPool::Tensors});
            return;
        }
        workspace(position, *instruction.plan);
        switch (instruction.link) {
        case capture::AutogradLink::Forward: return forward(position, *instruction.plan);
        case capture::AutogradLink::Backward: return backward(position, *instruction.plan);
        case capture::AutogradLink::None: break;
        }
        if (!instruction.plan->inPlace)
            add(position, {instruction.plan->inner->name, bytesOf(instruction.plan->kernels.back().info.outputs),
                           m_plan.lastPosition(), MemoryPool::Tensors});
    }

    void forward(std::size_t position, const OperatorPlan& plan)
    {
        const std::size_t release = releaseOf(position);
        if (plan.inPlace) {
            if (m_last.second < m_plan.blocks[m_last.first].size()) {
                BlockPlan& block = m_plan.blocks[m_last.first][m_last.second];
                block.releaseAfter = std::max(block.releaseAfter, release);
            }
            return;
        }
        m_last = {position, m_plan.blocks[position].size()};
        add(position, {plan.inner->name, bytesOf(plan.kernels.back().info.outputs), release, MemoryPool::Tensors});
    }

    /// Of the operator, or of the next one that has a backward operator: it needs its inputs there.
    std::size_t releaseOf(std::size_t position) const
    {
        if (m_workload.scenario.mode != StepMode::Train || !m_order[position]->plan->keep)
            return std::min(position + 2, m_plan.lastPosition());
        const std::uint32_t micro = m_order[position]->micro;
        for (std::size_t i = position; i < m_order.size() && m_order[i]->micro == micro; ++i) {
            if (m_order[i]->link != capture::AutogradLink::Forward)
                break;
            const auto found = m_backwardOf.find({micro, m_order[i]->plan->sequence});
            if (m_order[i]->plan->sequence >= 0 && found != m_backwardOf.end())
                return found->second;
        }
        return m_plan.lastPosition();
    }

    void backward(std::size_t position, const OperatorPlan& plan)
    {
        // The greatest output is the gradient that goes on; those of weights move into the persistent gradients.
        const auto largest =
            std::max_element(plan.kernels.begin(), plan.kernels.end(), [](const KernelPlan& a, const KernelPlan& b) {
                return bytesOf(a.info.outputs) < bytesOf(b.info.outputs);
            });
        for (auto kernel = plan.kernels.begin(); kernel != plan.kernels.end(); ++kernel)
            add(position,
                {plan.inner->name, bytesOf(kernel->info.outputs),
                 std::min(kernel == largest ? position + 1 : position, m_plan.lastPosition()), MemoryPool::Tensors});
    }

    void workspace(std::size_t position, const OperatorPlan& plan)
    {
        const bool cube = std::any_of(plan.kernels.begin(), plan.kernels.end(), usesCube);
        if (cube)
            add(position, {plan.inner->name, m_workload.device.aiCores * cost::kWorkspacePerCoreBytes, position,
                           MemoryPool::Workspace});
    }

    void add(std::size_t position, BlockPlan block)
    {
        if (block.bytes > 0)
            m_plan.blocks[position].push_back(std::move(block));
    }

    const Workload& m_workload;
    const RolePlan& m_role;
    std::vector<const Instruction*> m_order;                                    // by position
    std::map<std::pair<std::uint32_t, std::int64_t>, std::size_t> m_backwardOf; // by micro-batch and sequence
    std::pair<std::size_t, std::size_t> m_last{0, 0}; // where the block is that in-place operators work on
    MemoryPlan m_plan;
};

} // namespace

bool allocates(const Instruction& instruction)
{
    return instruction.kind == InstructionKind::CopyInput || instruction.kind == InstructionKind::Operator;
}

MemoryPlan planMemory(const Workload& workload, const RolePlan& role)
{
    return Planner(workload, role).plan();
}

std::int64_t peakReserved(const MemoryPlan& plan, std::int64_t capacity)
{
    CachingAllocator pools[2];
    const auto take = [&pools, capacity](MemoryPool pool, std::int64_t bytes) {
        const auto own = static_cast<std::size_t>(pool);
        return pools[own].allocate(bytes, capacity, pools[1 - own].reserved());
    };
    for (const std::int64_t bytes : plan.persistent) {
        if (!take(MemoryPool::Tensors, bytes))
            return 0;
    }
    std::multimap<std::size_t, std::pair<MemoryPool, CachingAllocator::Address>> releases;
    std::vector<CachingAllocator::Address> holes;
    for (const std::int64_t bytes : plan.holes) {
        const auto address = take(MemoryPool::Tensors, bytes);
        if (!address)
            return 0;
        holes.push_back(*address);
    }
    for (const CachingAllocator::Address hole : holes)
        pools[0].release(hole);
    for (std::size_t position = 0; position < plan.blocks.size(); ++position) {
        for (const BlockPlan& block : plan.blocks[position]) {
            const auto address = take(block.pool, block.bytes);
            if (!address)
                return 0;
            releases.insert({block.releaseAfter, {block.pool, *address}});
        }
        for (; !releases.empty() && releases.begin()->first <= position; releases.erase(releases.begin()))
            pools[static_cast<std::size_t>(releases.begin()->second.first)].release(releases.begin()->second.second);
    }
    return pools[0].reserved() + pools[1].reserved(); // segments are never given back
}

} // namespace tideline::collect
