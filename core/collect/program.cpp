// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/program.h"

#include <algorithm>

#include "core/collect/operators.h"
#include "core/collect/workload.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kMicroShift = 20; // above the bits of passIdentity()

class Builder {
public:
    Builder(Workload& workload, RolePlan& role, OperatorLibrary& library)
        : m_workload(workload), m_role(role), m_library(library), m_scenario(workload.scenario)
    {
        m_micros = static_cast<std::uint32_t>(m_scenario.parallel.microBatches);
    }

    void build()
    {
        switch (m_scenario.mode) {
        case StepMode::Train: train(); break;
        case StepMode::Decode:
            other(InstructionKind::CopyInput);
            forward(0);
            break;
        case StepMode::Graph:
            other(InstructionKind::CopyInput);
            other(InstructionKind::GraphBegin);
            forward(0);
            other(InstructionKind::GraphEnd);
            break;
        }
        if (m_scenario.optimizer.readLoss)
            other(InstructionKind::ReadLoss);
    }

private:
    void train()
    {
        other(InstructionKind::Load);
        other(InstructionKind::CopyInput);
        if (m_workload.parallel.pipeline > 1)
            pipeline();
        else
            for (std::uint32_t micro = 0; micro < m_micros; ++micro) {
                forward(micro);
                backward(micro);
            }
        optimize();
    }

    /// One forward, one backward: each stage runs ahead by the number of stages behind it.
    void pipeline()
    {
        const std::uint32_t warmUp = std::min(m_workload.parallel.pipeline - m_role.stage - 1, m_micros);
        const std::uint32_t steady = m_micros - warmUp;
        for (std::uint32_t micro = 0; micro < warmUp; ++micro) {
            exchange({{CollectiveOp::Receive, GroupKind::Previous}}, micro);
            forward(micro);
            exchange({{CollectiveOp::Send, GroupKind::Next}}, micro);
        }
        if (steady > 0)
            exchange({{CollectiveOp::Receive, GroupKind::Previous}}, warmUp);
        for (std::uint32_t k = 0; k < steady; ++k) {
            forward(warmUp + k);
            exchange({{CollectiveOp::Send, GroupKind::Next}, {CollectiveOp::Receive, GroupKind::Next}}, k);
            backward(k);
            exchange({{CollectiveOp::Send, GroupKind::Previous}}, k, k + 1 < steady);
        }
        for (std::uint32_t micro = steady; micro < m_micros; ++micro) {
            exchange({{CollectiveOp::Receive, GroupKind::Next}}, micro);
            backward(micro);
            exchange({{CollectiveOp::Send, GroupKind::Previous}}, micro);
        }
    }

    struct Transfer {
        CollectiveOp op;
        GroupKind group;
    };

    static StreamSlot slotOf(const Transfer& transfer)
    {
        const bool sends = transfer.op == CollectiveOp::Send;
        if (transfer.group == GroupKind::Next)
            return sends ? StreamSlot::SendNext : StreamSlot::ReceiveNext;
        return sends ? StreamSlot::SendPrevious : StreamSlot::ReceivePrevious;
    }

    /// Starts all transfers, then waits for each: what two neighbours exchange cannot lock.
    void exchange(std::vector<Transfer> transfers, std::uint32_t micro, bool alsoReceive = false)
    {
        if (alsoReceive)
            transfers.push_back({CollectiveOp::Receive, GroupKind::Previous});
        std::vector<std::pair<StreamSlot, std::uint32_t>> waits;
        for (const Transfer& transfer : transfers) {
            if (!exists(transfer.group))
                continue;
            const CollectivePlan plan{transfer.op, transfer.group, activation(), m_scenario.compute.dtype};
            const std::uint32_t identity = collective(plan, slotOf(transfer), 0, true, false);
            waits.emplace_back(slotOf(transfer), identity);
        }
        for (const auto& [slot, identity] : waits)
            wait(slot, identity, micro);
    }

    std::int64_t activation() const
    {
        for (const Layer& layer : m_scenario.layers)
            if (layer.block >= 0 && layer.shape.size() > 1)
                return layer.shape[0] * layer.shape[1];
        return 1;
    }

    bool exists(GroupKind kind) const
    {
        const std::uint32_t rank = m_role.stage * m_workload.parallel.tensor * m_workload.parallel.data;
        return m_workload.parallel.group(rank, kind) != nullptr;
    }

    void forward(std::uint32_t micro)
    {
        scope(InstructionKind::OpenScope, ScopeName::Forward, micro);
        for (const OperatorPlan& plan : m_role.forward)
            run(plan, micro, ProgramThread::Main, capture::AutogradLink::Forward);
        scope(InstructionKind::CloseScope, ScopeName::Forward, micro);
    }

    void backward(std::uint32_t micro)
    {
        scope(InstructionKind::OpenScope, ScopeName::Backward, micro);
        other(InstructionKind::Handoff);
        m_role.program.back().thread = ProgramThread::Backward;
        const bool last = micro + 1 == m_micros;
        for (std::size_t i = 0; i < m_role.backward.size(); ++i) {
            const OperatorPlan& plan = m_role.backward[i];
            run(plan, micro, ProgramThread::Backward, capture::AutogradLink::Backward);
            if (last)
                collect(plan, i + 1 == m_role.backward.size());
        }
        other(InstructionKind::Handoff);
        scope(InstructionKind::CloseScope, ScopeName::Backward, micro);
    }

    struct Bucket {
        std::int64_t elements = 0;
        std::uint32_t sent = 0;
    };

    GroupKind expertGroup() const { return m_workload.parallel.expert > 1 ? GroupKind::ExpertData : GroupKind::Data; }

    /// Gradients that are ready join the bucket of their group; a full bucket travels.
    void collect(const OperatorPlan& plan, bool last)
    {
        Bucket& bucket = m_buckets[plan.ofExperts ? 1 : 0];
        bucket.elements += plan.gradientElements;
        for (std::size_t i = 0; i < 2; ++i) {
            Bucket& full = m_buckets[i];
            const std::int64_t limit =
                full.sent == 0 ? m_scenario.gradients.firstBucketBytes : m_scenario.gradients.bucketBytes;
            const GroupKind group = i == 1 ? expertGroup() : GroupKind::Data;
            const std::int64_t most = limit / capture::sizeOf(m_scenario.gradients.dtype);
            while (m_scenario.gradients.split && full.elements > most && most > 0)
                send(full, most, group);
            if (full.elements > 0 && (last || full.elements >= most))
                send(full, full.elements, group);
        }
        if (last)
            markLastGradients();
    }

    void send(Bucket& bucket, std::int64_t elements, GroupKind group)
    {
        const bool scatters = m_scenario.gradients.collective == GradientCollective::ReduceScatter;
        const CollectivePlan plan{scatters ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce, group, elements,
                                  m_scenario.gradients.dtype};
        ++bucket.sent;
        bucket.elements -= elements;
        if (!exists(group))
            return;
        m_sent.push_back(plan);
        const bool waits = !m_scenario.gradients.overlap;
        const std::uint32_t identity = collective(plan, StreamSlot::Data, 0, waits, true);
        m_role.program.back().thread = ProgramThread::Backward;
        m_lastGradients = m_role.program.size() - 1;
        if (waits)
            wait(StreamSlot::Data, identity, 0);
    }

    /// The optimiser waits for the last bucket; the others lie before it on the same stream.
    void markLastGradients()
    {
        if (m_sent.empty() || !m_scenario.gradients.overlap)
            return;
        m_role.program[m_lastGradients].record = true;
        m_waitForGradients = true;
    }

    void optimize()
    {
        scope(InstructionKind::OpenScope, ScopeName::Optimizer, 0);
        if (m_waitForGradients)
            wait(StreamSlot::Data, m_role.program[m_lastGradients].identity, 0);
        for (const OperatorPlan& plan : m_role.optimizer)
            run(plan, 0, ProgramThread::Main, capture::AutogradLink::None);
        if (m_scenario.optimizer.shard) {
            for (const CollectivePlan& bucket : m_sent) {
                const CollectivePlan plan{CollectiveOp::AllGather, bucket.group, bucket.elements,
                                          m_scenario.compute.dtype};
                const bool last = &bucket == &m_sent.back();
                const std::uint32_t identity = collective(plan, StreamSlot::Data, 0, last, false);
                if (last)
                    wait(StreamSlot::Data, identity, 0);
            }
        }
        scope(InstructionKind::CloseScope, ScopeName::Optimizer, 0);
    }

    void run(const OperatorPlan& plan, std::uint32_t micro, ProgramThread thread, capture::AutogradLink link)
    {
        if (plan.oncePerStep && micro > 0)
            return;
        if (plan.collective) {
            if (!exists(plan.collective->group))
                return;
            Instruction instruction = of(InstructionKind::Collective, plan.identity, micro);
            instruction.plan = &plan;
            instruction.thread = thread;
            instruction.slot = StreamSlot::Tensor;
            instruction.record = true;
            m_role.program.push_back(instruction);
            wait(StreamSlot::Tensor, plan.identity, micro);
            m_role.program.back().thread = thread;
            return;
        }
        Instruction instruction = of(InstructionKind::Operator, plan.identity, micro);
        instruction.plan = &plan;
        instruction.thread = thread;
        instruction.link = link;
        m_role.program.push_back(instruction);
    }

    /// Returns the identity of the new instruction.
    std::uint32_t collective(const CollectivePlan& plan, StreamSlot slot, std::uint32_t micro, bool record,
                             bool ofGradients)
    {
        m_role.transfers.push_back(m_library.collective(plan, ofGradients));
        OperatorPlan& transfer = m_role.transfers.back();
        transfer.identity =
            passIdentity(InstructionPass::Transfer, static_cast<std::uint32_t>(m_role.transfers.size()));
        Instruction instruction = of(InstructionKind::Collective, transfer.identity, micro);
        instruction.plan = &transfer;
        instruction.slot = slot;
        instruction.record = record;
        m_role.program.push_back(instruction);
        return transfer.identity;
    }

    void wait(StreamSlot slot, std::uint32_t forIdentity, std::uint32_t micro)
    {
        // As unlike its collective's identity as the pass bits can make it.
        Instruction instruction =
            of(InstructionKind::Wait, forIdentity ^ passIdentity(InstructionPass::Waiting, 0), micro);
        instruction.slot = slot;
        m_role.program.push_back(instruction);
    }

    void scope(InstructionKind kind, ScopeName name, std::uint32_t micro)
    {
        const std::uint32_t index =
            2 * static_cast<std::uint32_t>(name) + (kind == InstructionKind::CloseScope ? 1U : 0U);
        Instruction instruction = of(kind, passIdentity(InstructionPass::Scope, index), micro);
        instruction.scope = name;
        m_role.program.push_back(instruction);
    }

    void other(InstructionKind kind)
    {
        m_role.program.push_back(of(kind, passIdentity(InstructionPass::Other, m_others++), 0));
    }

    static Instruction of(InstructionKind kind, std::uint32_t identity, std::uint32_t micro)
    {
        Instruction instruction;
        instruction.kind = kind;
        instruction.micro = micro;
        instruction.identity = identity | micro << kMicroShift;
        return instruction;
    }

    Workload& m_workload;
    RolePlan& m_role;
    OperatorLibrary& m_library;
    const Scenario& m_scenario;
    std::uint32_t m_micros = 1;
    std::uint32_t m_others = 0;
    Bucket m_buckets[2];
    std::vector<CollectivePlan> m_sent;
    std::size_t m_lastGradients = 0;
    bool m_waitForGradients = false;
};

} // namespace

void buildProgram(Workload& workload, RolePlan& role, OperatorLibrary& library)
{
    Builder(workload, role, library).build();
}

} // namespace tideline::collect
