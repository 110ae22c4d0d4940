// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/collect/faults/planter.h"

// Faults that add operators.
namespace tideline::collect {

/// Puts what `make` returns before every operator for which it returns something.
void Planter::insertBefore(Plans& plans, const std::function<std::optional<OperatorPlan>(const OperatorPlan&)>& make)
{
    Plans out;
    for (OperatorPlan& plan : plans) {
        if (std::optional<OperatorPlan> more = make(plan))
            out.push_back(added(std::move(*more)));
        out.push_back(std::move(plan));
    }
    plans = std::move(out);
}

/// As many that the arithmetic keeps up with the memory: unfused passes compute as much per byte.
double Planter::balancedOperations(const KernelPlan& kernel) const
{
    constexpr double kBalance = 0.95;
    const DeviceSpec& device = m_workload.device;
    const double seconds = static_cast<double>(kernel.readBytes + kernel.writeBytes)
                           / (device.hbmBytesPerSecond * cost::kVectorHbmEfficiency);
    return kBalance * cost::kVectorUtilisation * operationsIn(static_cast<std::int64_t>(seconds * 1e9));
}

/// Each fused vector operator becomes one that still works on the whole tensor, twice and a half as long, and small
/// ones for statistics, scales and masks.
void Planter::noFusion()
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

OperatorPlan Planter::small(const char* type, std::int64_t rows, std::int64_t sequence)
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

void Planter::transData()
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

void Planter::aiCpu()
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

/// Long streams of additions between the operators, until they take their share of the step.
void Planter::saturate()
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

} // namespace tideline::collect
