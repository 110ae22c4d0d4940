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
    explicit Planner(const Workload& workload)
        : m_workload(workload),
          m_forward(1),
          m_backward(m_forward + workload.forward.size()),
          m_optimizer(m_backward + workload.backward.size())
    {
        m_plan.blocks.resize(m_optimizer + workload.optimizer.size());
        for (std::size_t i = 0; i < workload.backward.size(); ++i)
            m_backwardOf[workload.backward[i].sequence] = m_backward + i;
    }

    MemoryPlan plan()
    {
        persistent();
        add(0, {"aten::to", m_workload.scenario.input.bytes(), m_plan.lastPosition(), MemoryPool::Tensors});
        forward();
        backward();
        for (std::size_t i = 0; i < m_workload.optimizer.size(); ++i) {
            const OperatorPlan& plan = m_workload.optimizer[i];
            if (!plan.inPlace)
                add(m_optimizer + i,
                    {plan.inner->name, bytesOf(plan.kernels.back().info.outputs), m_plan.lastPosition(), {}});
        }
        return std::move(m_plan);
    }

private:
    void persistent()
    {
        const Scenario& scenario = m_workload.scenario;
        const std::int64_t count = m_workload.parameters;
        if (count == 0)
            return;
        const std::int64_t master = count * capture::sizeOf(scenario.masterType);
        m_plan.persistent = {count * capture::sizeOf(scenario.dtype), count * capture::sizeOf(scenario.gradientType),
                             master, master};
    }

    void forward()
    {
        std::pair<std::size_t, std::size_t> last{0, 0}; // where the block is that in-place operators work on
        const std::vector<OperatorPlan>& plans = m_workload.forward;
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const std::size_t release = backwardPosition(i);
            const std::size_t position = m_forward + i;
            workspace(position, plans[i]);
            if (plans[i].inPlace) {
                BlockPlan& block = m_plan.blocks[last.first][last.second];
                block.releaseAfter = std::max(block.releaseAfter, release);
                continue;
            }
            last = {position, m_plan.blocks[position].size()};
            add(position, {plans[i].inner->name, bytesOf(plans[i].kernels.back().info.outputs), release, {}});
        }
    }

    /// Of the operator, or of the next one that has a backward operator: it needs its inputs there.
    std::size_t backwardPosition(std::size_t index) const
    {
        for (std::size_t i = index; i < m_workload.forward.size(); ++i) {
            const auto found = m_backwardOf.find(m_workload.forward[i].sequence);
            if (m_workload.forward[i].sequence >= 0 && found != m_backwardOf.end())
                return found->second;
        }
        return m_plan.lastPosition();
    }

    void backward()
    {
        for (std::size_t i = 0; i < m_workload.backward.size(); ++i) {
            const OperatorPlan& plan = m_workload.backward[i];
            const std::size_t position = m_backward + i;
            workspace(position, plan);
            // The greatest output is the gradient that goes on; those of weights move into the persistent gradients.
            const auto largest = std::max_element(plan.kernels.begin(), plan.kernels.end(),
                                                  [](const KernelPlan& a, const KernelPlan& b) {
                                                      return bytesOf(a.info.outputs) < bytesOf(b.info.outputs);
                                                  });
            for (auto kernel = plan.kernels.begin(); kernel != plan.kernels.end(); ++kernel)
                add(position, {plan.inner->name,
                               bytesOf(kernel->info.outputs),
                               std::min(kernel == largest ? position + 1 : position, m_plan.lastPosition()),
                               {}});
        }
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
    std::size_t m_forward;
    std::size_t m_backward;
    std::size_t m_optimizer;
    std::map<std::int64_t, std::size_t> m_backwardOf; // by sequence; the last one of a sequence
    MemoryPlan m_plan;
};

} // namespace

MemoryPlan planMemory(const Workload& workload)
{
    return Planner(workload).plan();
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
