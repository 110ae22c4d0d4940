// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/collect/operators.h"

namespace tideline::collect {

using capture::CoreType;
using capture::DataType;
using capture::Tensor;

namespace {

constexpr std::int64_t kFewRows = 16; // one block of the cube

double product(std::int64_t a, std::int64_t b, std::int64_t c)
{
    return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

struct CollectiveNames {
    const char* outer;
    const char* inner;
    const char* api;
};

CollectiveNames namesOf(CollectiveOp op)
{
    switch (op) {
    case CollectiveOp::AllReduce: return {"torch.distributed.all_reduce", "c10d::allreduce_", "HcclAllreduce"};
    case CollectiveOp::ReduceScatter:
        return {"torch.distributed.reduce_scatter_tensor", "c10d::_reduce_scatter_base_", "HcclReduceScatter"};
    case CollectiveOp::AllGather:
        return {"torch.distributed.all_gather_into_tensor", "c10d::_allgather_base_", "HcclAllGather"};
    case CollectiveOp::AllToAll: return {"torch.distributed.all_to_all_single", "c10d::alltoall_base_", "HcclAlltoAll"};
    case CollectiveOp::AllToAllV:
        return {"torch.distributed.all_to_all_single", "c10d::alltoall_base_", "HcclAlltoAllV"};
    case CollectiveOp::Broadcast: return {"torch.distributed.broadcast", "c10d::broadcast_", "HcclBroadcast"};
    case CollectiveOp::Send: return {"torch.distributed.isend", "c10d::send", "HcclSend"};
    case CollectiveOp::Receive: return {"torch.distributed.irecv", "c10d::recv_", "HcclRecv"};
    }
    return {"", "", ""};
}

} // namespace

void OperatorLibrary::matMul(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const std::int64_t rows = layer.shape[0];
    const std::int64_t inputs = layer.shape[1];
    const Tensor x{{rows, inputs}, type(), "ND"};
    const Tensor w{{layer.outputs, inputs}, type(), "ND"};
    const Tensor y{{rows, layer.outputs}, type(), "ND"};
    const double flops = 2.0 * product(rows, inputs, layer.outputs);
    KernelPlan kernel = cubeKernel("aclnnMatmul", "MatMulV2", {x, w}, {y}, flops);
    if (const std::int64_t parts = m_workload.scenario.compute.splitK; parts > 1 && rows <= kFewRows) {
        const std::int64_t sums = parts * rows * layer.outputs * capture::sizeOf(DataType::Float32);
        kernel.writeBytes += sums;
        kernel.readBytes += sums;
    }
    simple({"aten::linear", "aten::matmul", "aclnnMatmul"}, std::move(kernel), {x, w}, m_sequence, m_role.forward);
    OperatorPlan back =
        make({"autograd::engine::evaluate_function: MmBackward0", "aten::mm", "aclnnMm"}, {y, w}, m_sequence);
    back.kernels.push_back(cubeKernel("aclnnMm", "MatMulV2", {y, w}, {x}, flops));
    back.kernels.push_back(cubeKernel("aclnnMm", "MatMulV2", {y, x}, {w}, flops));
    back.gradientElements = w.elements();
    backward.push_back(std::move(back));
}

void OperatorLibrary::groupedMatMul(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const std::int64_t rows = layer.shape[0];
    const std::int64_t inputs = layer.shape[1];
    const Tensor x{{rows, inputs}, type(), "ND"};
    const Tensor w{{layer.experts, inputs, layer.outputs}, type(), "ND"};
    const Tensor list{{layer.experts}, DataType::Int64, "ND"};
    const Tensor y{{rows, layer.outputs}, type(), "ND"};
    const double flops = 2.0 * product(rows, inputs, layer.outputs);
    const Host host{"npu::npu_grouped_matmul", "npu::npu_grouped_matmul", "aclnnGroupedMatmulV4"};
    simple(host, cubeKernel(host.api, "GroupedMatmul", {x, w, list}, {y}, flops), {x, w, list}, m_sequence,
           m_role.forward);
    m_role.forward.back().ofExperts = true;
    OperatorPlan back = make({"autograd::engine::evaluate_function: NpuGroupedMatmulBackward0",
                              "npu::npu_grouped_matmul", "aclnnGroupedMatmulV4"},
                             {y, w, list}, m_sequence);
    back.kernels.push_back(cubeKernel(host.api, "GroupedMatmul", {y, w, list}, {x}, flops));
    back.kernels.push_back(cubeKernel(host.api, "GroupedMatmul", {x, y, list}, {w}, flops));
    back.gradientElements = w.elements();
    back.ofExperts = true;
    backward.push_back(std::move(back));
}

void OperatorLibrary::attention(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const std::int64_t tokens = layer.shape[0];
    const Tensor q{{tokens, layer.heads * layer.headSize}, type(), "ND"};
    const Tensor statistics{{layer.heads, tokens, 8}, DataType::Float32, "ND"};
    const double half = layer.causal ? 0.5 : 1.0;
    const double flops = 4.0 * half * product(tokens, layer.context, layer.heads * layer.headSize);
    KernelPlan forward =
        cubeKernel("aclnnFlashAttentionScore", "FlashAttentionScore", {q, q, q}, {q, statistics}, flops);
    forward.info.core = CoreType::MixAic;
    forward.info.mixBlocks = 2 * forward.info.blocks;
    simple({"npu::npu_fusion_attention", "npu::npu_fusion_attention", "aclnnFlashAttentionScore"}, std::move(forward),
           {q, q, q}, m_sequence, m_role.forward);
    KernelPlan back = cubeKernel("aclnnFlashAttentionScoreGrad", "FlashAttentionScoreGrad", {q, q, q, q, q, statistics},
                                 {q, q, q}, 2.0 * flops);
    back.info.core = CoreType::MixAic;
    back.info.mixBlocks = 2 * back.info.blocks;
    simple({"autograd::engine::evaluate_function: NpuFusionAttentionBackward0", "npu::npu_fusion_attention_grad",
            "aclnnFlashAttentionScoreGrad"},
           std::move(back), {q, q, q, q}, m_sequence, backward);
}

/// One query per sequence against the cache; as one fused kernel, or as two products.
void OperatorLibrary::decodeAttention(const Layer& layer)
{
    const std::int64_t width = layer.heads * layer.headSize;
    const Tensor q{{layer.shape[0], width}, type(), "ND"};
    const Tensor cache{{layer.batch, layer.context, width}, type(), "ND"};
    const Tensor scores{{layer.shape[0], layer.heads, layer.context}, type(), "ND"};
    const double flops = 2.0 * product(layer.shape[0], layer.context, width);
    if (layer.experts == 1) {
        KernelPlan kernel =
            cubeKernel("aclnnIncreFlashAttentionV4", "IncreFlashAttention", {q, cache, cache}, {q}, 2.0 * flops);
        kernel.info.core = CoreType::MixAic;
        kernel.info.mixBlocks = 2 * kernel.info.blocks;
        simple({"npu::npu_incre_flash_attention", "npu::npu_incre_flash_attention", "aclnnIncreFlashAttentionV4"},
               std::move(kernel), {q, cache, cache}, -1, m_role.forward);
        return;
    }
    const Host host{"aten::matmul", "aten::bmm", "aclnnBatchMatMul"};
    simple(host, cubeKernel(host.api, "BatchMatMulV2", {q, cache}, {scores}, flops), {q, cache}, -1, m_role.forward);
    simple(host, cubeKernel(host.api, "BatchMatMulV2", {scores, cache}, {q}, flops), {scores, cache}, -1,
           m_role.forward);
}

void OperatorLibrary::embedding(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor ids{{layer.shape[0]}, DataType::Int64, "ND"};
    const Tensor w{{layer.outputs, layer.shape[1]}, type(), "ND"};
    const Tensor y{layer.shape, type(), "ND"};
    KernelPlan gather = vectorKernel("aclnnEmbedding", "GatherV2", {w, ids}, {y}, 0);
    gather.readBytes = y.bytes() + ids.bytes(); // the rows that are asked for
    gather.requestBytes = gather.readBytes;
    gather.hitBytes = 0;
    gather.compulsoryBytes = gather.readBytes + gather.writeBytes;
    simple({"aten::embedding", "aten::embedding", "aclnnEmbedding"}, std::move(gather), {w, ids}, m_sequence,
           m_role.forward);
    OperatorPlan back = make({"autograd::engine::evaluate_function: EmbeddingBackward0",
                              "aten::embedding_dense_backward", "aclnnEmbeddingDenseBackward"},
                             {y, ids}, m_sequence);
    back.kernels.push_back(vectorKernel("aclnnEmbeddingDenseBackward", "EmbeddingDenseGradV2", {y, ids}, {w}, 4));
    back.gradientElements = w.elements();
    backward.push_back(std::move(back));
}

void OperatorLibrary::vectorLayer(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const VectorKind& kind = *findVectorKind(layer.op);
    m_role.forward.push_back(vectorOperator(layer, kind, kind.forward, true));
    m_role.forward.back().inPlace = kind.inPlace;
    if (kind.backward.type[0] == '\0') {
        m_role.forward.back().sequence = -1;
        return;
    }
    backward.push_back(vectorOperator(layer, kind, kind.backward, false));
    backward.back().gradientElements = kind.weights ? layer.shape.back() : 0;
}

OperatorPlan OperatorLibrary::vectorOperator(const Layer& layer, const VectorKind& kind,
                                             const VectorDirection& direction, bool isForward)
{
    const Tensor wide{layer.shape, type(), "ND"};
    Tensor narrow = wide;
    narrow.shape.back() = std::max<std::int64_t>(1, narrow.shape.back() / kind.narrowing);
    const Tensor weight{{layer.shape.back()}, type(), "ND"};
    // Backward of a narrowing operator: the input again and the narrow gradient come in, the wide gradient leaves.
    std::vector<Tensor> inputs(static_cast<std::size_t>(direction.reads), wide);
    std::vector<Tensor> outputs(static_cast<std::size_t>(direction.writes), isForward ? narrow : wide);
    if (!isForward && kind.narrowing > 1) {
        inputs.back() = narrow;
        outputs.assign(1, wide);
    }
    if (kind.weights)
        inputs.push_back(weight);
    if (kind.weights && !isForward)
        outputs.push_back(weight);
    OperatorPlan plan = make({direction.outer, direction.inner, direction.api}, inputs, m_sequence);
    plan.kernels.push_back(vectorKernel(direction.api, direction.type, inputs, outputs, direction.operations));
    return plan;
}

void OperatorLibrary::formatConversion(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const Tensor from{layer.shape, type(), layer.fromFormat};
    const Tensor to{layer.shape, type(), layer.toFormat};
    const Host host{"npu::npu_format_cast", "npu::_npu_format_cast", "aclnnNpuFormatCast"};
    simple(host, vectorKernel(host.api, "TransData", {from}, {to}, 2), {from}, -1, m_role.forward);
    simple(host, vectorKernel(host.api, "TransData", {to}, {from}, 2), {to}, -1, backward);
}

OperatorPlan OperatorLibrary::collective(const CollectivePlan& plan, bool ofGradients)
{
    const CollectiveNames names = namesOf(plan.op);
    OperatorPlan out;
    out.outer = call(capture::HostLayer::Operator,
                     ofGradients ? "torch.distributed.ddp.reducer::copy_bucket_to_grad" : names.outer, {}, {});
    out.inner = call(capture::HostLayer::Operator, names.inner, {}, {});
    out.dequeue = call(capture::HostLayer::Dequeue, std::string("Dequeue@") + names.api, {}, {});
    const std::string hcom(collectiveName(plan.op));
    out.api = call(capture::HostLayer::Acl, "AscendCL@hcom_" + hcom + "_", "HOST_HCCL", {});
    out.collective = plan;
    out.inPlace = true;
    return out;
}

void OperatorLibrary::collectiveLayer(const Layer& layer, std::vector<OperatorPlan>& backward)
{
    const CollectivePlan plan{layer.collective, layer.group, Tensor{layer.shape, type(), {}}.elements(), type()};
    m_role.forward.push_back(collective(plan, false));
    backward.push_back(collective(plan, false));
}

} // namespace tideline::collect
