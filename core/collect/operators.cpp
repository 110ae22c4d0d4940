// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/operators.h"

#include <algorithm>

#include "core/collect/cost_constants.h"

namespace tideline::collect {

using capture::CoreType;
using capture::DataType;
using capture::Tensor;

namespace {

std::int64_t total(const std::vector<Tensor>& tensors)
{
    std::int64_t bytes = 0;
    for (const Tensor& tensor : tensors)
        bytes += tensor.bytes();
    return bytes;
}

} // namespace

void OperatorLibrary::expand(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    ++m_sequence;
    m_layer = layer.name;
    const std::size_t first = m_role.forward.size();
    expandKind(layer, backward);
    const auto adjust = [&layer, this](OperatorPlan& plan) {
        plan.side = layer.side;
        plan.keep = layer.keep;
        plan.oncePerStep = layer.oncePerStep;
        for (KernelPlan& kernel : plan.kernels) {
            if (usesCube(kernel) && layer.utilisation > 0)
                kernel.utilisation = layer.utilisation;
            if (layer.hbmEfficiency > 0)
                kernel.hbmEfficiency = layer.hbmEfficiency;
            kernel.vectorOperations *= layer.opsScale;
            if (layer.leastNs > 0)
                kernel.leastNs = layer.leastNs;
            kernel.bound = layer.bound;
        }
    };
    for (std::size_t i = first; i < m_role.forward.size(); ++i)
        adjust(m_role.forward[i]);
    for (OperatorPlan& plan : backward)
        adjust(plan);
    if (layer.pass == Pass::Backward)
        m_role.forward.resize(first);
    if (layer.pass == Pass::Forward)
        backward.clear();
}

void OperatorLibrary::expandKind(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    switch (layer.kind) {
    case LayerKind::Cast:
    case LayerKind::Layout: return convert(layer);
    case LayerKind::Conv2d: return convolution(layer, backward);
    case LayerKind::BatchNorm: return batchNorm(layer, backward);
    case LayerKind::Relu: return relu(layer, backward);
    case LayerKind::Add: return add(layer, backward);
    case LayerKind::MaxPool: return maxPool(layer, backward);
    case LayerKind::AveragePool: return averagePool(layer, backward);
    case LayerKind::Linear: return linear(layer, backward);
    case LayerKind::CrossEntropy: return crossEntropy(layer, backward);
    case LayerKind::MatMul: return matMul(layer, backward);
    case LayerKind::GroupedMatMul: return groupedMatMul(layer, backward);
    case LayerKind::Attention: return layer.decode ? decodeAttention(layer) : attention(layer, backward);
    case LayerKind::Embedding: return embedding(layer, backward);
    case LayerKind::Vector: return vectorLayer(layer, backward);
    case LayerKind::Convert: return formatConversion(layer, backward);
    case LayerKind::Collective: return collectiveLayer(layer, backward);
    }
}

/// Of a model written layer by layer: the call, the layer, the model, the script. The engine calls backward operators.
std::string OperatorLibrary::stackOf(const std::string& name) const
{
    if (!m_workload.withStack || name.starts_with("autograd::"))
        return {};
    const std::string model = m_workload.scenario.name + "/model.py";
    const std::string layer = m_layer.empty() ? "step" : m_layer;
    return model + "(120): " + name + "\n" + model + "(64): " + layer + ".forward\n" + model + "(31): Model.forward\n"
           + m_workload.scenario.name + "/train.py(88): <module>";
}

const capture::HostCall* OperatorLibrary::call(capture::HostLayer layer, std::string name, std::string mode,
                                               std::vector<Tensor> inputs)
{
    std::string stack = layer == capture::HostLayer::Operator ? stackOf(name) : std::string();
    m_workload.calls.push_back({layer, std::move(name), std::move(mode), std::move(inputs), std::move(stack)});
    return &m_workload.calls.back();
}

OperatorPlan OperatorLibrary::make(const Host& host, const std::vector<Tensor>& inputs, std::int64_t sequence)
{
    OperatorPlan plan;
    plan.outer = call(capture::HostLayer::Operator, host.outer, {}, sequence < 0 ? inputs : std::vector<Tensor>{});
    plan.inner = call(capture::HostLayer::Operator, host.inner, {}, inputs);
    plan.dequeue = call(capture::HostLayer::Dequeue, std::string("Dequeue@") + host.api, {}, {});
    plan.api = call(capture::HostLayer::Acl, std::string("AscendCL@") + host.api, "ACL_NN", {});
    plan.sequence = sequence;
    return plan;
}

KernelPlan OperatorLibrary::vectorKernel(const std::string& api, const char* type, std::vector<Tensor> inputs,
                                         std::vector<Tensor> outputs, double operationsPerElement) const
{
    KernelPlan kernel;
    kernel.info.name = api + "_" + type + "AiCore_" + type;
    kernel.info.type = type;
    kernel.info.core = CoreType::AiVectorCore;
    kernel.info.blocks = static_cast<std::uint32_t>(m_workload.device.vectorCores);
    kernel.readBytes = total(inputs);
    kernel.writeBytes = total(outputs);
    kernel.compulsoryBytes = kernel.readBytes + kernel.writeBytes;
    kernel.requestBytes = kernel.readBytes;
    kernel.hitBytes = static_cast<std::int64_t>(static_cast<double>(kernel.readBytes) * cost::kStreamPrefetch);
    kernel.leastNs = m_workload.scenario.compute.leastVectorNs;
    if (!inputs.empty())
        kernel.vectorOperations = operationsPerElement * m_workload.scenario.compute.vectorScale
                                  * static_cast<double>(inputs.front().elements());
    kernel.info.inputs = std::move(inputs);
    kernel.info.outputs = std::move(outputs);
    return kernel;
}

KernelPlan OperatorLibrary::cubeKernel(const std::string& api, const char* type, std::vector<Tensor> inputs,
                                       std::vector<Tensor> outputs, double flops) const
{
    KernelPlan kernel = vectorKernel(api, type, std::move(inputs), std::move(outputs), 0);
    kernel.info.name = api + "_" + type + "_" + type;
    kernel.info.core = CoreType::AiCore;
    kernel.info.blocks = static_cast<std::uint32_t>(m_workload.device.aiCores);
    kernel.flops = flops;
    const ComputeSpec& compute = m_workload.scenario.compute;
    const double reread = compute.rereadPerLine >= 0 ? compute.rereadPerLine : cost::kRereadPerLine;
    const auto lines = static_cast<double>(kernel.readBytes);
    kernel.requestBytes = static_cast<std::int64_t>(lines * (1.0 + reread));
    kernel.hitBytes = static_cast<std::int64_t>(lines * (reread + compute.prefetch));
    kernel.leastNs = 0;
    kernel.utilisation = compute.cubeUtilisation;
    kernel.hbmEfficiency = compute.cubeHbmEfficiency;
    return kernel;
}

void OperatorLibrary::simple(const Host& host, KernelPlan kernel, const std::vector<Tensor>& frameworkInputs,
                             std::int64_t sequence, std::vector<OperatorPlan>& into)
{
    OperatorPlan plan = make(host, frameworkInputs, sequence);
    plan.kernels.push_back(std::move(kernel));
    into.push_back(std::move(plan));
}

void OperatorLibrary::convert(const Layer& layer)
{
    const DataType dtype = type();
    if (layer.kind == LayerKind::Cast) {
        const Tensor from{layer.shape, layer.from, "ND"};
        const Tensor to{layer.shape, layer.to, "ND"};
        simple({"aten::to", "npu::npu_dtype_cast", "aclnnCast"}, vectorKernel("aclnnCast", "Cast", {from}, {to}, 1),
               {from}, -1, m_role.forward);
        return;
    }
    const Tensor from{layer.shape, dtype, layer.fromFormat};
    simple({"npu::npu_format_cast", "npu::_npu_format_cast", "aclnnNpuFormatCast"},
           vectorKernel("aclnnNpuFormatCast", "TransData", {from}, {packed(layer.shape)}, 2), {from}, -1,
           m_role.forward);
}

void OperatorLibrary::linear(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const DataType dtype = type();
    const std::int64_t rows = layer.shape[0];
    const std::int64_t inputs = layer.shape[1];
    const Tensor x{{rows, inputs}, dtype, "ND"};
    const Tensor w{{layer.outputs, inputs}, dtype, "ND"};
    const Tensor b{{layer.outputs}, dtype, "ND"};
    const Tensor y{{rows, layer.outputs}, dtype, "ND"};
    const double flops = 2.0 * static_cast<double>(rows * inputs) * static_cast<double>(layer.outputs);
    simple({"aten::linear", "aten::addmm", "aclnnAddmm"}, cubeKernel("aclnnAddmm", "MatMulV2", {x, w, b}, {y}, flops),
           {x, w, b}, m_sequence, m_role.forward);
    OperatorPlan back =
        make({"autograd::engine::evaluate_function: AddmmBackward0", "aten::mm", "aclnnMm"}, {y, w}, m_sequence);
    back.kernels.push_back(cubeKernel("aclnnMm", "MatMulV2", {y, w}, {x}, flops));
    back.kernels.push_back(cubeKernel("aclnnMm", "MatMulV2", {y, x}, {w}, flops));
    back.kernels.push_back(vectorKernel("aclnnReduceSum", "ReduceSum", {y}, {b}, 1));
    back.gradientElements = w.elements() + b.elements();
    backward.push_back(std::move(back));
}

void OperatorLibrary::crossEntropy(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x{layer.shape, DataType::Float32, "ND"};
    const Tensor target{{layer.shape[0]}, DataType::Int64, "ND"};
    const Tensor one{{1}, DataType::Float32, "ND"};
    simple({"aten::log_softmax", "aten::_log_softmax", "aclnnLogSoftmax"},
           vectorKernel("aclnnLogSoftmax", "LogSoftmaxV2", {x}, {x}, 34), {x}, m_sequence, m_role.forward);
    simple({"aten::nll_loss_nd", "aten::nll_loss", "aclnnNLLLoss"},
           vectorKernel("aclnnNLLLoss", "NLLLoss", {x, target}, {one}, 1), {x, target}, m_sequence + 1, m_role.forward);
    simple({"autograd::engine::evaluate_function: NllLossBackward0", "aten::nll_loss_backward", "aclnnNLLLossBackward"},
           vectorKernel("aclnnNLLLossBackward", "NLLLossGrad", {one, target}, {x}, 1), {one, x, target}, m_sequence + 1,
           backward);
    simple({"autograd::engine::evaluate_function: LogSoftmaxBackward0", "aten::_log_softmax_backward_data",
            "aclnnLogSoftmaxBackward"},
           vectorKernel("aclnnLogSoftmaxBackward", "LogSoftmaxGrad", {x, x}, {x}, 48), {x, x}, m_sequence, backward);
    ++m_sequence;
}

void OperatorLibrary::appendOptimizer(std::int64_t parameters)
{
    const Scenario& scenario = m_workload.scenario;
    const std::vector<std::int64_t> flat = {parameters};
    const Tensor gradient{flat, scenario.gradients.dtype, "ND"};
    const Tensor master{flat, scenario.optimizer.masterType, "ND"};
    const Tensor moment{flat, scenario.optimizer.momentType, "ND"};
    const Tensor weight{flat, type(), "ND"};
    auto& into = m_role.optimizer;
    if (scenario.optimizer.kind == OptimizerKind::AdamW) {
        simple({"npu::npu_apply_adam_w", "npu::npu_apply_adam_w", "aclnnApplyAdamWV2"},
               vectorKernel("aclnnApplyAdamWV2", "ApplyAdamWV2", {gradient, master, moment, moment},
                            {master, moment, moment, weight}, scenario.optimizer.operations),
               {master, moment, moment, gradient}, -1, into);
        into.back().inPlace = true;
        return;
    }
    simple({"aten::to", "npu::npu_dtype_cast", "aclnnCast"}, vectorKernel("aclnnCast", "Cast", {gradient}, {master}, 1),
           {gradient}, -1, into);
    simple({"aten::_foreach_mul_", "aten::mul_", "aclnnForeachMulScalar"},
           vectorKernel("aclnnForeachMulScalar", "ForeachMulScalar", {master}, {master}, 1), {master}, -1, into);
    into.back().inPlace = true;
    simple({"npu::npu_apply_momentum", "npu::_apply_momentum", "aclnnApplyMomentum"},
           vectorKernel("aclnnApplyMomentum", "ApplyMomentum", {master, master, master}, {master, master}, 4),
           {master, master}, -1, into);
    into.back().inPlace = true;
    simple({"aten::copy_", "npu::npu_dtype_cast", "aclnnCast"},
           vectorKernel("aclnnCast", "Cast", {master}, {weight}, 1), {master}, -1, into);
    into.back().inPlace = true;
}

} // namespace tideline::collect
