// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/vector_kinds.h"

namespace tideline::collect {

namespace {

// Operations per element are counted as vector instructions of one lane: assumed.
// clang-format off
constexpr VectorKind kKinds[] = {
    {"rms_norm",
     {"npu::npu_rms_norm", "npu::npu_rms_norm", "aclnnRmsNorm", "RmsNorm", 1, 1, 18},
     {"autograd::engine::evaluate_function: NpuRmsNormBackward0", "npu::npu_rms_norm_backward", "aclnnRmsNormGrad", "RmsNormGrad", 2, 1, 24}, 1, true, false},
    {"add_rms_norm",
     {"npu::npu_add_rms_norm", "npu::npu_add_rms_norm", "aclnnAddRmsNorm", "AddRmsNorm", 2, 2, 30},
     {"autograd::engine::evaluate_function: NpuAddRmsNormBackward0", "npu::npu_rms_norm_backward", "aclnnRmsNormGrad", "RmsNormGrad", 3, 1, 30}, 1, true, false},
    {"layer_norm",
     {"aten::layer_norm", "aten::native_layer_norm", "aclnnLayerNorm", "LayerNormV4", 1, 1, 18},
     {"autograd::engine::evaluate_function: NativeLayerNormBackward0", "aten::native_layer_norm_backward", "aclnnLayerNormBackward", "LayerNormGradV3", 2, 1, 24}, 1, true, false},
    {"add_layer_norm",
     {"npu::npu_add_layer_norm", "npu::npu_add_layer_norm", "aclnnAddLayerNorm", "AddLayerNorm", 2, 2, 30},
     {"autograd::engine::evaluate_function: NpuAddLayerNormBackward0", "npu::npu_add_layer_norm_backward", "aclnnAddLayerNormGrad", "AddLayerNormGrad", 3, 1, 30}, 1, true, false},
    {"rotary",
     {"npu::npu_rotary_mul", "npu::npu_rotary_mul", "aclnnRotaryPositionEmbedding", "RotaryPositionEmbedding", 1, 1, 18},
     {"autograd::engine::evaluate_function: NpuRotaryMulBackward0", "npu::npu_rotary_mul_backward", "aclnnRotaryPositionEmbeddingGrad", "RotaryPositionEmbeddingGrad", 1, 1, 18}, 1, false, false},
    {"swiglu",
     {"npu::npu_swiglu", "npu::npu_swiglu", "aclnnSwiGlu", "SwiGlu", 1, 1, 15},
     {"autograd::engine::evaluate_function: NpuSwigluBackward0", "npu::npu_swiglu_backward", "aclnnSwiGluGrad", "SwiGluGrad", 2, 2, 24}, 2, false, false},
    {"gelu",
     {"aten::gelu", "aten::gelu", "aclnnGelu", "GeluV2", 1, 1, 18},
     {"autograd::engine::evaluate_function: GeluBackward0", "aten::gelu_backward", "aclnnGeluBackward", "GeluGrad", 2, 1, 26}, 1, false, false},
    {"dropout_add",
     {"npu::npu_dropout_add", "npu::npu_dropout_add", "aclnnDropoutAdd", "DropoutDoMask", 2, 1, 24},
     {"autograd::engine::evaluate_function: NpuDropoutAddBackward0", "npu::npu_dropout_backward", "aclnnDropoutBackward", "DropoutDoMask", 1, 1, 18}, 1, false, true},
    {"residual",
     {"aten::__iadd__", "aten::add_", "aclnnInplaceAdd", "Add", 2, 1, 1},
     {"autograd::engine::evaluate_function: AddBackward0", "aten::add", "aclnnAdd", "Add", 2, 1, 1}, 1, false, true},
    {"softmax",
     {"aten::softmax", "aten::_softmax", "aclnnSoftmax", "SoftmaxV2", 1, 1, 24},
     {"autograd::engine::evaluate_function: SoftmaxBackward0", "aten::_softmax_backward_data", "aclnnSoftmaxBackward", "SoftmaxGrad", 2, 1, 26}, 1, false, false},
    {"moe_gating",
     {"npu::npu_moe_gating_top_k_softmax", "npu::npu_moe_gating_top_k_softmax", "aclnnMoeGatingTopKSoftmax", "MoeGatingTopKSoftmax", 1, 1, 40},
     {"autograd::engine::evaluate_function: NpuMoeGatingTopKSoftmaxBackward0", "aten::_softmax_backward_data", "aclnnSoftmaxBackward", "SoftmaxGrad", 2, 1, 26}, 1, false, false},
    {"moe_permute",
     {"npu::npu_moe_token_permute", "npu::npu_moe_token_permute", "aclnnMoeTokenPermute", "MoeTokenPermute", 1, 1, 18},
     {"autograd::engine::evaluate_function: NpuMoeTokenPermuteBackward0", "npu::npu_moe_token_permute_grad", "aclnnMoeTokenPermuteGrad", "MoeTokenPermuteGrad", 1, 1, 18}, 1, false, false},
    {"moe_unpermute",
     {"npu::npu_moe_token_unpermute", "npu::npu_moe_token_unpermute", "aclnnMoeTokenUnpermute", "MoeTokenUnpermute", 1, 1, 18},
     {"autograd::engine::evaluate_function: NpuMoeTokenUnpermuteBackward0", "npu::npu_moe_token_unpermute_grad", "aclnnMoeTokenUnpermuteGrad", "MoeTokenUnpermuteGrad", 1, 1, 18}, 1, false, false},
    // Pieces of unfused layers: they have no backward of their own.
    {"pow", {"aten::pow", "aten::pow", "aclnnPowTensorScalar", "Pow", 1, 1, 4}, {}, 1, false, false},
    {"norm_scale", {"aten::mul", "aten::mul", "aclnnRmsNormScale", "ReduceMeanRsqrtMul", 2, 1, 6}, {}, 1, false, false},
    {"silu", {"aten::silu", "aten::silu", "aclnnSilu", "Swish", 1, 1, 12}, {}, 1, false, false},
    {"mul", {"aten::mul", "aten::mul", "aclnnMul", "Mul", 2, 1, 1}, {}, 1, false, false},
    {"cache_update", {"npu::scatter_update_", "npu::scatter_update_", "aclnnInplaceScatterUpdate", "ScatterUpdate", 1, 1, 1}, {}, 1, false, true},
    {"rope_cache", {"npu::npu_kv_rope_cache", "npu::npu_kv_rope_cache", "aclnnKvRopeCache", "KvRopeCache", 1, 1, 18}, {}, 1, false, true},
};
// clang-format on

} // namespace

const VectorKind* findVectorKind(std::string_view name)
{
    for (const VectorKind& kind : kKinds)
        if (kind.name == name)
            return &kind;
    return nullptr;
}

std::string vectorKindNames()
{
    std::string out;
    for (const VectorKind& kind : kKinds)
        out += (out.empty() ? "" : ", ") + std::string(kind.name);
    return out;
}

} // namespace tideline::collect
