// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/collect/cost_constants.h"
#include "core/collect/operators.h"

namespace tideline::collect {

constexpr std::uint32_t kPlantedPerFault = 4096; // identities

/// Plants one fault in the operators of a role.
class Planter {
public:
    Planter(Workload& workload, RolePlan& role, OperatorLibrary& library, const Fault& fault, std::size_t number)
        : m_workload(workload),
          m_role(role),
          m_library(library),
          m_fault(fault),
          m_nextIdentity(static_cast<std::uint32_t>(number) * kPlantedPerFault)
    {
    }

    /// Does nothing for kinds that are planted elsewhere.
    void plant()
    {
        struct Entry {
            FaultKind kind;
            void (Planter::*act)();
        };
        static constexpr Entry kEntries[] = {
            {FaultKind::MemoryBoundOp, &Planter::memoryBound}, {FaultKind::LowUtilisation, &Planter::lowUtilisation},
            {FaultKind::BankConflict, &Planter::bankConflict}, {FaultKind::NoFusion, &Planter::noFusion},
            {FaultKind::TransData, &Planter::transData},       {FaultKind::AiCpuOp, &Planter::aiCpu},
            {FaultKind::UnalignedMatMul, &Planter::unaligned}, {FaultKind::Fp32Cube, &Planter::singlePrecision},
            {FaultKind::HbmSaturated, &Planter::saturate},     {FaultKind::L2Thrash, &Planter::thrash},
        };
        for (const Entry& entry : kEntries)
            if (entry.kind == m_fault.kind)
                (this->*entry.act)();
    }

private:
    using Plans = std::vector<OperatorPlan>;

    void eachKernel(const std::function<void(KernelPlan&)>& change)
    {
        for (Plans* plans : {&m_role.forward, &m_role.backward})
            for (OperatorPlan& plan : *plans)
                for (KernelPlan& kernel : plan.kernels)
                    change(kernel);
    }

    static bool isVector(const KernelPlan& kernel)
    {
        return kernel.info.core == capture::CoreType::AiVectorCore && kernel.info.type != "TransData";
    }
    static bool isProduct(const KernelPlan& kernel) { return kernel.info.type.starts_with("MatMul"); }

    void note(const std::string& type)
    {
        auto& types = m_workload.plantedTypes;
        if (std::find(types.begin(), types.end(), type) == types.end())
            types.push_back(type);
    }

    std::int64_t total()
    {
        std::int64_t ns = 0;
        eachKernel([&ns, this](KernelPlan& kernel) { ns += kernelTimeNs(kernel, m_workload.device); });
        return ns;
    }

    std::string greatestVectorType();

    void memoryBound();

    void lowUtilisation();

    void bankConflict();

    void noFusion();

    double balancedOperations(const KernelPlan& kernel) const;

    /// What the vector cores do in that time at their peak.
    double operationsIn(std::int64_t ns) const
    {
        const DeviceSpec& device = m_workload.device;
        return static_cast<double>(device.vectorCores * cost::kVectorLanes * device.clockMhz) * 1e-3
               * static_cast<double>(ns);
    }

    OperatorPlan small(const char* type, std::int64_t rows, std::int64_t sequence);

    OperatorPlan added(OperatorPlan plan)
    {
        plan.identity = passIdentity(InstructionPass::Planted, m_nextIdentity++);
        return plan;
    }

    void insertBefore(Plans& plans, const std::function<std::optional<OperatorPlan>(const OperatorPlan&)>& make);

    void transData();

    void aiCpu();

    void unaligned();

    void singlePrecision();

    void saturate();

    void thrash();

    Workload& m_workload;
    RolePlan& m_role;
    OperatorLibrary& m_library;
    const Fault& m_fault;
    std::uint32_t m_nextIdentity;
};

} // namespace tideline::collect
