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
    kernel.requestBytes = kernel.readBytes;
    if (!inputs.empty())
        kernel.vectorOperations = operationsPerElement * static_cast<double>(inputs.front().elements());
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
    kernel.requestBytes =
        static_cast<std::int64_t>(static_cast<double>(kernel.readBytes) * (1.0 + cost::kRereadPerLine));
    return kernel;
}

Tensor OperatorLibrary::packed(const std::vector<std::int64_t>& nchw) const
{
    return {{nchw[0], blocksOf(nchw[1]), nchw[2], nchw[3], kBlock}, m_workload.scenario.dtype, "NC1HWC0"};
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
    const DataType type = m_workload.scenario.dtype;
    if (layer.kind == LayerKind::Cast) {
        const Tensor from{layer.shape, layer.from, "ND"};
        const Tensor to{layer.shape, layer.to, "ND"};
        simple({"aten::to", "npu::npu_dtype_cast", "aclnnCast"}, vectorKernel("aclnnCast", "Cast", {from}, {to}, 1),
               {from}, -1, m_workload.forward);
        return;
    }
    const Tensor from{layer.shape, type, layer.fromFormat};
    simple({"npu::npu_format_cast", "npu::_npu_format_cast", "aclnnNpuFormatCast"},
           vectorKernel("aclnnNpuFormatCast", "TransData", {from}, {packed(layer.shape)}, 2), {from}, -1,
           m_workload.forward);
}

void OperatorLibrary::convolution(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const DataType type = m_workload.scenario.dtype;
    const auto& in = layer.shape;
    const std::vector<std::int64_t> out = {in[0], layer.filters, windowed(in[2], layer), windowed(in[3], layer)};
    const std::int64_t window = layer.kernel * layer.kernel;
    const Tensor x = packed(in);
    const Tensor y = packed(out);
    const Tensor w{{blocksOf(in[1]) * window, blocksOf(layer.filters), kBlock, kBlock}, type, "FRACTAL_Z"};
    const double flops = 2.0 * static_cast<double>(out[0] * out[1]) * static_cast<double>(out[2] * out[3])
                         * static_cast<double>(blocksOf(in[1]) * kBlock * window);
    const Tensor plainX{in, type, "NCHW"};
    const Tensor plainW{{layer.filters, in[1], layer.kernel, layer.kernel}, type, "NCHW"};
    simple({"aten::conv2d", "aten::convolution", "aclnnConvolution"},
           cubeKernel("aclnnConvolution", "Conv2D", {x, w}, {y}, flops), {plainX, plainW}, m_sequence,
           m_workload.forward);
    const Tensor plainY{out, type, "NCHW"};
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
    const Tensor plain{layer.shape, m_workload.scenario.dtype, "NCHW"};
    OperatorPlan plan =
        make({"aten::batch_norm", "aten::native_batch_norm", "aclnnBatchNorm"}, {plain, c, c, c, c}, m_sequence);
    plan.kernels.push_back(vectorKernel("aclnnBatchNorm", "BNTrainingReduce", {x}, {c, c}, 4));
    plan.kernels.push_back(vectorKernel("aclnnBatchNorm", "BNTrainingUpdate", {x, c, c, c, c}, {x, c, c}, 3));
    m_workload.forward.push_back(std::move(plan));
    OperatorPlan back = make({"autograd::engine::evaluate_function: NativeBatchNormBackward0",
                              "aten::native_batch_norm_backward", "aclnnBatchNormBackward"},
                             {plain, plain, c, c, c}, m_sequence);
    back.kernels.push_back(vectorKernel("aclnnBatchNormBackward", "BNTrainingUpdateGrad", {x, x, c, c}, {c, c}, 6));
    back.kernels.push_back(vectorKernel("aclnnBatchNormBackward", "BNTrainingReduceGrad", {x, x, c, c, c}, {x}, 5));
    back.gradientElements = 2 * layer.shape[1];
    backward.push_back(std::move(back));
}

void OperatorLibrary::relu(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor plain{layer.shape, m_workload.scenario.dtype, "NCHW"};
    simple({"aten::relu_", "aten::clamp_min_", "aclnnInplaceRelu"},
           vectorKernel("aclnnInplaceRelu", "Relu", {x}, {x}, 1), {plain}, m_sequence, m_workload.forward);
    m_workload.forward.back().inPlace = true;
    simple({"autograd::engine::evaluate_function: ReluBackward0", "aten::threshold_backward", "aclnnThresholdBackward"},
           vectorKernel("aclnnThresholdBackward", "ReluGrad", {x, x}, {x}, 2), {plain, plain}, m_sequence, backward);
}

void OperatorLibrary::add(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor plain{layer.shape, m_workload.scenario.dtype, "NCHW"};
    simple({"aten::__iadd__", "aten::add_", "aclnnInplaceAdd"}, vectorKernel("aclnnInplaceAdd", "Add", {x, x}, {x}, 1),
           {plain, plain}, m_sequence, m_workload.forward);
    m_workload.forward.back().inPlace = true;
    simple({"autograd::engine::evaluate_function: AddBackward0", "aten::add", "aclnnAdd"},
           vectorKernel("aclnnAdd", "Add", {x, x}, {x}, 1), {plain, plain}, m_sequence, backward);
}

void OperatorLibrary::maxPool(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const auto& in = layer.shape;
    const std::vector<std::int64_t> out = {in[0], in[1], windowed(in[2], layer), windowed(in[3], layer)};
    const Tensor x = packed(in);
    const Tensor y = packed(out);
    Tensor mask = y;
    mask.dtype = DataType::UInt16;
    const Tensor plain{in, m_workload.scenario.dtype, "NCHW"};
    const double window = static_cast<double>(layer.kernel * layer.kernel);
    simple({"aten::max_pool2d", "aten::max_pool2d_with_indices", "aclnnMaxPool2dWithMask"},
           vectorKernel("aclnnMaxPool2dWithMask", "MaxPoolWithArgmaxV1", {x}, {y, mask}, window), {plain}, m_sequence,
           m_workload.forward);
    simple({"autograd::engine::evaluate_function: MaxPool2DWithIndicesBackward0",
            "aten::max_pool2d_with_indices_backward", "aclnnMaxPool2dWithMaskBackward"},
           vectorKernel("aclnnMaxPool2dWithMaskBackward", "MaxPoolGradWithArgmaxV1", {x, y, mask}, {x}, window),
           {plain}, m_sequence, backward);
}

void OperatorLibrary::averagePool(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor x = packed(layer.shape);
    const Tensor y = packed({layer.shape[0], layer.shape[1], 1, 1});
    const Tensor plain{layer.shape, m_workload.scenario.dtype, "NCHW"};
    simple({"aten::adaptive_avg_pool2d", "aten::_adaptive_avg_pool2d", "aclnnAdaptiveAvgPool2d"},
           vectorKernel("aclnnAdaptiveAvgPool2d", "AdaptiveAvgPool3d", {x}, {y}, 1), {plain}, m_sequence,
           m_workload.forward);
    simple({"autograd::engine::evaluate_function: AdaptiveAvgPool2DBackward0", "aten::_adaptive_avg_pool2d_backward",
            "aclnnAdaptiveAvgPool2dBackward"},
           vectorKernel("aclnnAdaptiveAvgPool2dBackward", "AdaptiveAvgPool3dGrad", {y, x}, {x}, 1), {plain}, m_sequence,
           backward);
}

void OperatorLibrary::linear(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const DataType type = m_workload.scenario.dtype;
    const std::int64_t rows = layer.shape[0];
    const std::int64_t inputs = layer.shape[1];
    const Tensor x{{rows, inputs}, type, "ND"};
    const Tensor w{{layer.outputs, inputs}, type, "ND"};
    const Tensor b{{layer.outputs}, type, "ND"};
    const Tensor y{{rows, layer.outputs}, type, "ND"};
    const double flops = 2.0 * static_cast<double>(rows * inputs) * static_cast<double>(layer.outputs);
    simple({"aten::linear", "aten::addmm", "aclnnAddmm"}, cubeKernel("aclnnAddmm", "MatMulV2", {x, w, b}, {y}, flops),
           {x, w, b}, m_sequence, m_workload.forward);
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
           vectorKernel("aclnnLogSoftmax", "LogSoftmaxV2", {x}, {x}, 8), {x}, m_sequence, m_workload.forward);
    simple({"aten::nll_loss_nd", "aten::nll_loss", "aclnnNLLLoss"},
           vectorKernel("aclnnNLLLoss", "NLLLoss", {x, target}, {one}, 1), {x, target}, m_sequence + 1,
           m_workload.forward);
    simple({"autograd::engine::evaluate_function: NllLossBackward0", "aten::nll_loss_backward", "aclnnNLLLossBackward"},
           vectorKernel("aclnnNLLLossBackward", "NLLLossGrad", {one, target}, {x}, 1), {one, x, target}, m_sequence + 1,
           backward);
    simple({"autograd::engine::evaluate_function: LogSoftmaxBackward0", "aten::_log_softmax_backward_data",
            "aclnnLogSoftmaxBackward"},
           vectorKernel("aclnnLogSoftmaxBackward", "LogSoftmaxGrad", {x, x}, {x}, 4), {x, x}, m_sequence, backward);
    ++m_sequence;
}

void OperatorLibrary::appendOptimizer()
{
    const Scenario& scenario = m_workload.scenario;
    const std::vector<std::int64_t> flat = {m_workload.parameters};
    const Tensor gradient{flat, scenario.gradientType, "ND"};
    const Tensor master{flat, scenario.masterType, "ND"};
    const Tensor weight{flat, scenario.dtype, "ND"};
    auto& into = m_workload.optimizer;
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
