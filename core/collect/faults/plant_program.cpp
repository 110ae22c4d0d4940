// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/collect/cost_constants.h"
#include "core/collect/faults/planting.h"
#include "core/collect/operators.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kPlantedPerFault = 4096; // identities, above those of planted operators
constexpr std::size_t kFirstOperators = 8;
constexpr std::uint32_t kAboveOperators = 0x8000;
constexpr std::int64_t kHoleBytes =
    std::int64_t{11} * 1024 * 1024;         // smaller than an activation, larger than a small block
constexpr std::int64_t kUsablePercent = 97; // never plans more than that

bool isForward(const Instruction& instruction)
{
    return instruction.kind == InstructionKind::Operator && instruction.link == capture::AutogradLink::Forward;
}

class Inserter {
public:
    Inserter(RolePlan& role, std::size_t number)
        : m_role(role), m_nextIdentity(kAboveOperators + static_cast<std::uint32_t>(number) * kPlantedPerFault)
    {
    }

    /// Puts the instruction behind the first operators, so that the device has got its first work.
    void once(const Instruction& what)
    {
        Program out;
        std::size_t seen = 0;
        for (const Instruction& instruction : m_role.program) {
            if (isForward(instruction) && seen++ == kFirstOperators)
                out.push_back(numbered(what));
            out.push_back(instruction);
        }
        m_role.program = std::move(out);
    }

    /// Puts copies of the instruction before `count` forward operators, spread over the step or at its start.
    void beforeForward(const Instruction& what, std::size_t count, bool spread)
    {
        const auto operators =
            static_cast<std::size_t>(std::count_if(m_role.program.begin(), m_role.program.end(), isForward));
        const std::size_t every = spread ? std::max<std::size_t>(1, operators / std::max<std::size_t>(count, 1)) : 1;
        std::size_t seen = 0;
        std::size_t made = 0;
        Program out;
        for (const Instruction& instruction : m_role.program) {
            if (isForward(instruction) && seen++ % every == 0 && made < count) {
                ++made;
                out.push_back(numbered(what));
            }
            out.push_back(instruction);
        }
        m_role.program = std::move(out);
    }

private:
    Instruction numbered(Instruction instruction)
    {
        instruction.identity = passIdentity(InstructionPass::Planted, m_nextIdentity++);
        return instruction;
    }

    RolePlan& m_role;
    std::uint32_t m_nextIdentity;
};

Instruction of(InstructionKind kind)
{
    Instruction instruction;
    instruction.kind = kind;
    return instruction;
}

void scaleTransfers(RolePlan& role, double factor)
{
    for (OperatorPlan& plan : role.transfers)
        plan.collective->elements = static_cast<std::int64_t>(static_cast<double>(plan.collective->elements) * factor);
    for (std::vector<OperatorPlan>* plans : {&role.forward, &role.backward})
        for (OperatorPlan& plan : *plans)
            if (plan.collective)
                plan.collective->elements =
                    static_cast<std::int64_t>(static_cast<double>(plan.collective->elements) * factor);
}

void lengthenTransfers(RolePlan& role, std::int64_t bytes)
{
    for (OperatorPlan& plan : role.transfers)
        plan.collective->elements += (bytes + 1) / capture::sizeOf(plan.collective->dtype);
    for (std::vector<OperatorPlan>* plans : {&role.forward, &role.backward})
        for (OperatorPlan& plan : *plans)
            if (plan.collective)
                plan.collective->elements += (bytes + 1) / capture::sizeOf(plan.collective->dtype);
}

void plantOne(const Workload& workload, RolePlan& role, const Fault& fault, std::size_t number)
{
    Inserter inserter(role, number);
    const auto count = static_cast<std::size_t>(fault.value("count"));
    if (fault.kind == FaultKind::DynamicShapeCompile) {
        Instruction compile = of(InstructionKind::Compile);
        compile.ns = static_cast<std::int64_t>(fault.value("ms") * 1e6);
        inserter.beforeForward(compile, count, false);
    } else if (fault.kind == FaultKind::SyncCopy) {
        Instruction copy = of(InstructionKind::BlockingCopy);
        copy.bytes = static_cast<std::int64_t>(fault.value("mib") * 1048576.0);
        inserter.beforeForward(copy, count, true);
    } else if (fault.kind == FaultKind::StreamSync) {
        Instruction synchronise = of(InstructionKind::Synchronise);
        synchronise.ns = static_cast<std::int64_t>(fault.value("us") * 1e3);
        inserter.beforeForward(synchronise, count, true);
    } else if (fault.kind == FaultKind::AllocChurn) {
        Instruction calls = of(InstructionKind::DriverCalls);
        calls.ns = static_cast<std::int64_t>(fault.value("us") * 1e3);
        calls.count = static_cast<std::int64_t>(count);
        inserter.once(calls);
    } else if (fault.kind == FaultKind::GcPause) {
        const auto rank = static_cast<std::uint32_t>(fault.value("rank"));
        if (&workload.roles[workload.roleOf[rank]] != &role)
            return;
        Instruction pause = of(InstructionKind::Pause);
        pause.ns = static_cast<std::int64_t>(fault.value("ms") * 1e6);
        inserter.once(pause);
    } else if (fault.kind == FaultKind::CommHeavy) {
        scaleTransfers(role, fault.value("factor"));
    } else if (fault.kind == FaultKind::UnalignedSdma) {
        lengthenTransfers(role, static_cast<std::int64_t>(fault.value("bytes")));
    }
}

std::int64_t usable(const Workload& workload)
{
    return workload.device.hbmUsableBytes / 100 * kUsablePercent;
}

} // namespace

void plantInProgram(Workload& workload, RolePlan& role, OperatorLibrary&, const std::vector<Fault>& faults)
{
    for (std::size_t i = 0; i < faults.size(); ++i)
        plantOne(workload, role, faults[i], i);
}

void plantInMemory(const Workload& workload, RolePlan& role, const std::vector<Fault>& faults)
{
    for (const Fault& fault : faults) {
        const std::int64_t reserved = peakReserved(role.memory, INT64_MAX / 4);
        const double share = fault.value("percent") / 100.0;
        if (fault.kind == FaultKind::NearCapacity) {
            const auto wanted = static_cast<std::int64_t>(static_cast<double>(workload.device.hbmUsableBytes) * share);
            if (wanted > reserved)
                role.memory.persistent.push_back(wanted - reserved);
        } else if (fault.kind == FaultKind::Leak) {
            role.memory.leakPerStep = static_cast<std::int64_t>(static_cast<double>(reserved) * share);
        } else if (fault.kind == FaultKind::Fragmentation) {
            // Segments that were taken for blocks of a size that does not come back.
            const auto wanted =
                std::min(static_cast<std::int64_t>(static_cast<double>(reserved) / (1 - share)), usable(workload))
                - reserved;
            for (std::int64_t left = wanted; left > 0; left -= kHoleBytes)
                role.memory.holes.push_back(kHoleBytes);
        }
    }
}

} // namespace tideline::collect
