// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/collect/cost_constants.h"
#include "core/collect/faults/planting.h"
#include "core/collect/operators.h"

namespace tideline::collect {

namespace {

constexpr std::uint32_t kPlantedPerFault = 4096; // identities

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

    /// The type of vector kernels that takes the most time.
    std::string greatestVectorType()
    {
        std::map<std::string, std::int64_t> times;
        eachKernel([&times, this](KernelPlan& kernel) {
            if (isVector(kernel))
                times[kernel.info.type] += kernelTimeNs(kernel, m_workload.device);
        });
        const auto greatest = std::max_element(times.begin(), times.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
        return greatest == times.end() ? std::string() : greatest->first;
    }

    void memoryBound()
    {
        const std::string type = greatestVectorType();
        eachKernel([&type, this](KernelPlan& kernel) {
            if (kernel.info.type != type)
                return;
            // Of a kernel that its arithmetic holds back: of what could have moved in its time.
            const double movable = static_cast<double>(kernelTimeNs(kernel, m_workload.device)) * 1e-9
                                   * m_workload.device.hbmBytesPerSecond * cost::kVectorHbmEfficiency;
            const double factor = m_fault.value("factor")
                                  * std::max(1.0, movable / static_cast<double>(kernel.readBytes + kernel.writeBytes));
            for (std::int64_t* bytes : {&kernel.readBytes, &kernel.writeBytes, &kernel.requestBytes, &kernel.hitBytes})
                *bytes = static_cast<std::int64_t>(static_cast<double>(*bytes) * factor);
        });
        note(type);
    }

    void lowUtilisation()
    {
        const double share = m_fault.value("percent") / 100.0;
        eachKernel([share, this](KernelPlan& kernel) {
            if (!usesCube(kernel))
                return;
            kernel.utilisation = std::min(kernel.utilisation, share);
            note(kernel.info.type);
        });
    }

    void bankConflict()
    {
        const std::string type = greatestVectorType();
        const double share = m_fault.value("percent") / 100.0;
        eachKernel([&type, share](KernelPlan& kernel) {
            if (kernel.info.type == type)
                kernel.conflict = share;
        });
        note(type);
    }

    /// Each fused vector operator becomes one that still works on the whole tensor, twice and a half as long, and small
    /// ones for statistics, scales and masks.
    void noFusion()
    {
        constexpr double kLonger = 2.5;
        static constexpr const char* kPieces[] = {"Cast", "ReduceMean", "Rsqrt", "Mul", "Sub"};
        const auto pieces = static_cast<std::size_t>(m_fault.value("kernels")) - 1;
        for (Plans* plans : {&m_role.forward, &m_role.backward}) {
            Plans out;
            for (OperatorPlan& plan : *plans) {
                const bool fused = !plan.kernels.empty() && isVector(plan.kernels.front())
                                   && plan.kernels.front().info.inputs.front().shape.size() == 2;
                out.push_back(std::move(plan));
                if (!fused)
                    continue;
                KernelPlan& whole = out.back().kernels.front();
                note(whole.info.type);
                const std::int64_t rows = whole.info.inputs.front().shape.front();
                for (std::int64_t* bytes :
                     {&whole.readBytes, &whole.writeBytes, &whole.requestBytes, &whole.hitBytes, &whole.leastNs})
                    *bytes = static_cast<std::int64_t>(static_cast<double>(*bytes) * kLonger);
                whole.vectorOperations = std::max(whole.vectorOperations, balancedOperations(whole));
                for (std::size_t i = 0; i < pieces; ++i)
                    out.push_back(small(kPieces[i % std::size(kPieces)], rows, out.back().sequence));
            }
            *plans = std::move(out);
        }
    }

    /// As many that the arithmetic keeps up with the memory: unfused passes compute as much per byte.
    double balancedOperations(const KernelPlan& kernel) const
    {
        constexpr double kBalance = 0.95;
        const DeviceSpec& device = m_workload.device;
        const double seconds = static_cast<double>(kernel.readBytes + kernel.writeBytes)
                               / (device.hbmBytesPerSecond * cost::kVectorHbmEfficiency);
        return kBalance * cost::kVectorUtilisation * operationsIn(static_cast<std::int64_t>(seconds * 1e9));
    }

    /// What the vector cores do in that time at their peak.
    double operationsIn(std::int64_t ns) const
    {
        const DeviceSpec& device = m_workload.device;
        return static_cast<double>(device.vectorCores * cost::kVectorLanes * device.clockMhz) * 1e-3
               * static_cast<double>(ns);
    }

    OperatorPlan small(const char* type, std::int64_t rows, std::int64_t sequence)
    {
        const capture::Tensor x{{rows, 1}, capture::DataType::Float32, "ND"};
        const std::string api = std::string("aclnn") + type;
        OperatorPlan plan = m_library.make({"aten::mul", "aten::mul", api.c_str()}, {x}, sequence);
        plan.kernels.push_back(m_library.vectorKernel(api, type, {x}, {x}, 1));
        plan.kernels.back().bound = BoundPipe::Load;
        plan.kernels.back().leastNs = cost::kLeastKernelNs;
        plan.inPlace = true;
        return added(std::move(plan));
    }

    OperatorPlan added(OperatorPlan plan)
    {
        plan.identity = passIdentity(InstructionPass::Planted, m_nextIdentity++);
        return plan;
    }

    /// Puts what `make` returns before every operator for which it returns something.
    void insertBefore(Plans& plans, const std::function<std::optional<OperatorPlan>(const OperatorPlan&)>& make)
    {
        Plans out;
        for (OperatorPlan& plan : plans) {
            if (std::optional<OperatorPlan> more = make(plan))
                out.push_back(added(std::move(*more)));
            out.push_back(std::move(plan));
        }
        plans = std::move(out);
    }

    void transData()
    {
        std::int64_t count = 0;
        for (const Plans* plans : {&m_role.forward, &m_role.backward})
            for (const OperatorPlan& plan : *plans)
                count += !plan.kernels.empty() && isProduct(plan.kernels.front()) ? 1 : 0;
        if (count == 0)
            return;
        const double share = m_fault.value("percent") / 100.0;
        const auto each =
            static_cast<std::int64_t>(static_cast<double>(total()) * share / (1 - share) / static_cast<double>(count));
        const auto make = [each, this](const OperatorPlan& plan) -> std::optional<OperatorPlan> {
            if (plan.kernels.empty() || !isProduct(plan.kernels.front()))
                return {};
            const capture::Tensor from = plan.kernels.front().info.inputs.front();
            capture::Tensor to = from;
            to.format = "FRACTAL_NZ";
            OperatorPlan out =
                m_library.make({"npu::npu_format_cast", "npu::_npu_format_cast", "aclnnNpuFormatCast"}, {from}, -1);
            out.kernels.push_back(m_library.vectorKernel("aclnnNpuFormatCast", "TransData", {from}, {to}, 2));
            out.kernels.back().leastNs = each;
            out.kernels.back().bound = BoundPipe::Load;
            out.keep = false;
            return out;
        };
        insertBefore(m_role.forward, make);
        insertBefore(m_role.backward, make);
        note("TransData");
    }

    void aiCpu()
    {
        constexpr int kPerLayer = 8; // operators
        int seen = 0;
        const auto ns = static_cast<std::int64_t>(m_fault.value("us") * 1000.0);
        const auto make = [&seen, ns, this](const OperatorPlan&) -> std::optional<OperatorPlan> {
            if (++seen % kPerLayer != 0)
                return {};
            const capture::Tensor mask{{64, 64}, capture::DataType::Int64, "ND"};
            OperatorPlan out = m_library.make({"aten::nonzero", "aten::nonzero", "aclnnNonzero"}, {mask}, -1);
            KernelPlan kernel = m_library.vectorKernel("aclnnNonzero", "NonZero", {mask}, {mask}, 0);
            kernel.info.name = "aclnnNonzero_NonZeroAiCpu_NonZero";
            kernel.info.core = capture::CoreType::AiCpu;
            kernel.info.blocks = 1;
            kernel.leastNs = ns;
            out.kernels.push_back(std::move(kernel));
            out.keep = false;
            return out;
        };
        const auto perLayer = static_cast<int>(m_fault.value("per_layer"));
        for (int i = 0; i < perLayer; ++i)
            for (Plans* plans : {&m_role.forward, &m_role.backward}) {
                seen = i; // not beside each other
                insertBefore(*plans, make);
            }
        note("NonZero");
    }

    /// The products of the shape that takes the most time.
    void unaligned()
    {
        std::map<double, std::int64_t> times;
        eachKernel([&times, this](KernelPlan& kernel) {
            if (isProduct(kernel))
                times[kernel.flops] += kernelTimeNs(kernel, m_workload.device);
        });
        const auto greatest = std::max_element(times.begin(), times.end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
        if (greatest == times.end())
            return;
        const double rate = m_fault.value("rate");
        eachKernel([greatest, rate, this](KernelPlan& kernel) {
            if (!isProduct(kernel) || kernel.flops != greatest->first)
                return;
            for (auto* tensors : {&kernel.info.inputs, &kernel.info.outputs})
                for (capture::Tensor& tensor : *tensors)
                    if (tensor.shape.size() == 2)
                        ++tensor.shape.back();
            kernel.utilisation *= rate;
            kernel.hbmEfficiency = (kernel.hbmEfficiency > 0 ? kernel.hbmEfficiency : cost::kCubeHbmEfficiency) * rate;
            note(kernel.info.type);
        });
    }

    void singlePrecision()
    {
        constexpr double kPasses = 4; // of the cube for one product in single precision
        const double share = m_fault.value("percent") / 100.0;
        double owed = 0;
        eachKernel([share, &owed, this](KernelPlan& kernel) {
            if (!isProduct(kernel))
                return;
            owed += share;
            if (owed < 1)
                return;
            owed -= 1;
            for (auto* tensors : {&kernel.info.inputs, &kernel.info.outputs})
                for (capture::Tensor& tensor : *tensors)
                    tensor.dtype = capture::DataType::Float32;
            for (std::int64_t* bytes : {&kernel.readBytes, &kernel.writeBytes, &kernel.requestBytes, &kernel.hitBytes,
                                        &kernel.compulsoryBytes})
                *bytes *= 2;
            kernel.flops *= kPasses;
            note(kernel.info.type);
        });
    }

    /// Long streams of additions between the operators, until they take their share of the step.
    void saturate()
    {
        constexpr std::int64_t kStretchNs = 6'000'000;
        const double share = m_fault.value("share") / 100.0;
        const double efficiency = m_fault.value("percent") / 100.0;
        const auto count = static_cast<std::size_t>(
            std::ceil(static_cast<double>(total()) * share / (1 - share) / static_cast<double>(kStretchNs)));
        const auto elements = static_cast<std::int64_t>(m_workload.device.hbmBytesPerSecond * efficiency
                                                        * static_cast<double>(kStretchNs) * 1e-9 / 12.0);
        const std::size_t every = std::max<std::size_t>(1, m_role.forward.size() / (count + 1));
        std::size_t seen = 0;
        std::size_t made = 0;
        insertBefore(m_role.forward, [&](const OperatorPlan&) -> std::optional<OperatorPlan> {
            if (++seen % every != 0 || made == count)
                return {};
            ++made;
            const capture::Tensor x{{elements}, capture::DataType::Float32, "ND"};
            OperatorPlan out = m_library.make({"aten::_foreach_add_", "aten::add_", "aclnnForeachAddList"}, {x, x}, -1);
            out.kernels.push_back(m_library.vectorKernel("aclnnForeachAddList", "ForeachAddList", {x, x}, {x}, 1));
            out.kernels.back().hbmEfficiency = efficiency;
            out.inPlace = true;
            return out;
        });
        note("ForeachAddList");
    }

    void thrash()
    {
        constexpr double kWaits = 0.94; // of the cube's utilisation is left
        const double hit = m_fault.value("hit") / 100.0;
        eachKernel([hit, this](KernelPlan& kernel) {
            if (!usesCube(kernel))
                return;
            const auto request = static_cast<double>(kernel.requestBytes);
            kernel.hitBytes = std::min(kernel.hitBytes, static_cast<std::int64_t>(request * hit));
            kernel.readBytes = std::max(kernel.readBytes, kernel.requestBytes - kernel.hitBytes);
            kernel.utilisation *= kWaits;
            note(kernel.info.type);
        });
    }

    Workload& m_workload;
    RolePlan& m_role;
    OperatorLibrary& m_library;
    const Fault& m_fault;
    std::uint32_t m_nextIdentity;
};

} // namespace

void plantInOperators(Workload& workload, RolePlan& role, OperatorLibrary& library, const std::vector<Fault>& faults)
{
    for (std::size_t i = 0; i < faults.size(); ++i)
        Planter(workload, role, library, faults[i], i).plant();
}

} // namespace tideline::collect
