// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/operators.h"

namespace tideline::collect {

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

Tensor perChannel(std::int64_t channels, DataType type)
{
    return {{channels}, type, "ND"};
}

} // namespace

Tensor OperatorLibrary::packed(const std::vector<std::int64_t>& nchw) const
{
    return {{nchw[0], blocksOf(nchw[1]), nchw[2], nchw[3], kBlock}, type(), "NC1HWC0"};
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

} // namespace tideline::collect
