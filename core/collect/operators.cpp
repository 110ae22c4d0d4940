// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/operators.h"

#include <algorithm>

#include "core/collect/cost_constants.h"

namespace tideline::collect {

using capture::CoreType;
using capture::DataType;
using capture::Tensor;

namespace {

constexpr std::int64_t kBlock = 16; // half precision elements of one packed channel block

std::int64_t blocksOf(std::int64_t channels)
{
    return (channels + kBlock - 1) / kBlock;
}

std::int64_t windowed(std::int64_t size, const Layer& layer)
{
    return (size + 2 * layer.padding - layer.kernel) / layer.stride + 1;
}

std::int64_t total(const std::vector<Tensor>& tensors)
{
    std::int64_t bytes = 0;
    for (const Tensor& tensor : tensors)
        bytes += tensor.bytes();
    return bytes;
}

Tensor perChannel(std::int64_t channels, DataType type)
{
    return {{channels}, type, "ND"};
}

} // namespace

void OperatorLibrary::expand(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    ++m_sequence;
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

const capture::HostCall* OperatorLibrary::call(capture::HostLayer layer, std::string name, std::string mode,
                                               std::vector<Tensor> inputs)
{
    m_workload.calls.push_back({layer, std::move(name), std::move(mode), std::move(inputs), {}});
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

Tensor OperatorLibrary::packed(const std::vector<std::int64_t>& nchw) const
{
    return {{nchw[0], blocksOf(nchw[1]), nchw[2], nchw[3], kBlock}, type(), "NC1HWC0"};
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

void OperatorLibrary::convolution(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const DataType dtype = type();
    const auto& in = layer.shape;
    const std::vector<std::int64_t> out = {in[0], layer.filters, windowed(in[2], layer), windowed(in[3], layer)};
    const std::int64_t window = layer.kernel * layer.kernel;
    const Tensor x = packed(in);
    const Tensor y = packed(out);
    const Tensor w{{blocksOf(in[1]) * window, blocksOf(layer.filters), kBlock, kBlock}, dtype, "FRACTAL_Z"};
    const double flops = 2.0 * static_cast<double>(out[0] * out[1]) * static_cast<double>(out[2] * out[3])
                         * static_cast<double>(blocksOf(in[1]) * kBlock * window);
    const Tensor plainX{in, dtype, "NCHW"};
    const Tensor plainW{{layer.filters, in[1], layer.kernel, layer.kernel}, dtype, "NCHW"};
    simple({"aten::conv2d", "aten::convolution", "aclnnConvolution"},
           cubeKernel("aclnnConvolution", "Conv2D", {x, w}, {y}, flops), {plainX, plainW}, m_sequence, m_role.forward);
    const Tensor plainY{out, dtype, "NCHW"};
    OperatorPlan back = make({"autograd::engine::evaluate_function: ConvolutionBackward0", "aten::convolution_backward",
                              "aclnnConvolutionBackward"},
                             {plainY, plainX, plainW}, m_sequence);
    if (layer.inputGradient)
        back.kernels.push_back(cubeKernel("aclnnConvolutionBackward", "Conv2DBackpropInput", {w, y}, {x}, flops));
    back.kernels.push_back(cubeKernel("aclnnConvolutionBackward", "Conv2DBackpropFilter", {x, y}, {w}, flops));
    back.gradientElements = plainW.elements();
    backward.push_back(std::move(back));
}

void OperatorLibrary::batchNorm(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor c = perChannel(layer.shape[1], DataType::Float32);
    const Tensor plain{layer.shape, type(), "NCHW"};
    OperatorPlan plan =
        make({"aten::batch_norm", "aten::native_batch_norm", "aclnnBatchNorm"}, {plain, c, c, c, c}, m_sequence);
    plan.kernels.push_back(vectorKernel("aclnnBatchNorm", "BNTrainingReduce", {x}, {c, c}, 9));
    plan.kernels.push_back(vectorKernel("aclnnBatchNorm", "BNTrainingUpdate", {x, c, c, c, c}, {x, c, c}, 19));
    m_role.forward.push_back(std::move(plan));
    OperatorPlan back = make({"autograd::engine::evaluate_function: NativeBatchNormBackward0",
                              "aten::native_batch_norm_backward", "aclnnBatchNormBackward"},
                             {plain, plain, c, c, c}, m_sequence);
    back.kernels.push_back(vectorKernel("aclnnBatchNormBackward", "BNTrainingUpdateGrad", {x, x, c, c}, {c, c}, 19));
    back.kernels.push_back(vectorKernel("aclnnBatchNormBackward", "BNTrainingReduceGrad", {x, x, c, c, c}, {x}, 28));
    back.gradientElements = 2 * layer.shape[1];
    backward.push_back(std::move(back));
}

void OperatorLibrary::relu(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor plain{layer.shape, type(), "NCHW"};
    simple({"aten::relu_", "aten::clamp_min_", "aclnnInplaceRelu"},
           vectorKernel("aclnnInplaceRelu", "Relu", {x}, {x}, 19), {plain}, m_sequence, m_role.forward);
    m_role.forward.back().inPlace = true;
    simple({"autograd::engine::evaluate_function: ReluBackward0", "aten::threshold_backward", "aclnnThresholdBackward"},
           vectorKernel("aclnnThresholdBackward", "ReluGrad", {x, x}, {x}, 28), {plain, plain}, m_sequence, backward);
}

void OperatorLibrary::add(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor plain{layer.shape, type(), "NCHW"};
    simple({"aten::__iadd__", "aten::add_", "aclnnInplaceAdd"}, vectorKernel("aclnnInplaceAdd", "Add", {x, x}, {x}, 28),
           {plain, plain}, m_sequence, m_role.forward);
    m_role.forward.back().inPlace = true;
    simple({"autograd::engine::evaluate_function: AddBackward0", "aten::add", "aclnnAdd"},
           vectorKernel("aclnnAdd", "Add", {x, x}, {x}, 28), {plain, plain}, m_sequence, backward);
}

void OperatorLibrary::maxPool(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const auto& in = layer.shape;
    const std::vector<std::int64_t> out = {in[0], in[1], windowed(in[2], layer), windowed(in[3], layer)};
    const Tensor x = packed(in);
    const Tensor y = packed(out);
    Tensor mask = y;
    mask.dtype = DataType::UInt16;
    const Tensor plain{in, type(), "NCHW"};
    const double window = 1.5 * static_cast<double>(layer.kernel * layer.kernel);
    simple({"aten::max_pool2d", "aten::max_pool2d_with_indices", "aclnnMaxPool2dWithMask"},
           vectorKernel("aclnnMaxPool2dWithMask", "MaxPoolWithArgmaxV1", {x}, {y, mask}, window), {plain}, m_sequence,
           m_role.forward);
    simple({"autograd::engine::evaluate_function: MaxPool2DWithIndicesBackward0",
            "aten::max_pool2d_with_indices_backward", "aclnnMaxPool2dWithMaskBackward"},
           vectorKernel("aclnnMaxPool2dWithMaskBackward", "MaxPoolGradWithArgmaxV1", {x, y, mask}, {x}, window),
           {plain}, m_sequence, backward);
}

void OperatorLibrary::averagePool(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor y = packed({layer.shape[0], layer.shape[1], 1, 1});
    const Tensor plain{layer.shape, type(), "NCHW"};
    simple({"aten::adaptive_avg_pool2d", "aten::_adaptive_avg_pool2d", "aclnnAdaptiveAvgPool2d"},
           vectorKernel("aclnnAdaptiveAvgPool2d", "AdaptiveAvgPool3d", {x}, {y}, 1), {plain}, m_sequence,
           m_role.forward);
    simple({"autograd::engine::evaluate_function: AdaptiveAvgPool2DBackward0", "aten::_adaptive_avg_pool2d_backward",
            "aclnnAdaptiveAvgPool2dBackward"},
           vectorKernel("aclnnAdaptiveAvgPool2dBackward", "AdaptiveAvgPool3dGrad", {y, x}, {x}, 1), {plain}, m_sequence,
           backward);
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
