// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/collect/vector_kinds.h"
#include "core/collect/workload.h"

namespace tideline::collect {

/// Turns layers into operators with kernels, shapes and bytes. One function per layer kind.
class OperatorLibrary {
public:
    OperatorLibrary(Workload& workload, RolePlan& role) : m_workload(workload), m_role(role) {}

    /// Appends the forward operators of the layer, and fills `backward` with its backward ones, in order.
    void expand(const Layer& layer, std::vector<OperatorPlan>& backward);
    /// Appends the optimiser's operators for that many parameters.
    void appendOptimizer(std::int64_t parameters);
    /// A collective with its host calls.
    OperatorPlan collective(const CollectivePlan& plan, bool ofGradients);

    struct Host {
        const char* outer;
        const char* inner;
        const char* api;
    };
    /// An operator with no kernels yet.
    OperatorPlan make(const Host& host, const std::vector<capture::Tensor>& inputs, std::int64_t sequence);
    KernelPlan vectorKernel(const std::string& api, const char* type, std::vector<capture::Tensor> inputs,
                            std::vector<capture::Tensor> outputs, double operationsPerElement) const;
    KernelPlan cubeKernel(const std::string& api, const char* type, std::vector<capture::Tensor> inputs,
                          std::vector<capture::Tensor> outputs, double flops) const;

private:
    const capture::HostCall* call(capture::HostLayer layer, std::string name, std::string mode,
                                  std::vector<capture::Tensor> inputs);
    capture::Tensor packed(const std::vector<std::int64_t>& nchw) const;
    capture::DataType type() const { return m_workload.scenario.compute.dtype; }
    void simple(const Host& host, KernelPlan kernel, const std::vector<capture::Tensor>& frameworkInputs,
                std::int64_t sequence, std::vector<OperatorPlan>& into);
    void expandKind(const Layer& layer, std::vector<OperatorPlan>& backward);

    void convert(const Layer& layer);
    void convolution(const Layer& layer, std::vector<OperatorPlan>& backward);
    void batchNorm(const Layer& layer, std::vector<OperatorPlan>& backward);
    void relu(const Layer& layer, std::vector<OperatorPlan>& backward);
    void add(const Layer& layer, std::vector<OperatorPlan>& backward);
    void maxPool(const Layer& layer, std::vector<OperatorPlan>& backward);
    void averagePool(const Layer& layer, std::vector<OperatorPlan>& backward);
    void linear(const Layer& layer, std::vector<OperatorPlan>& backward);
    void crossEntropy(const Layer& layer, std::vector<OperatorPlan>& backward);

    // Of transformers: operators_transformer.cpp.
    void matMul(const Layer& layer, std::vector<OperatorPlan>& backward);
    void groupedMatMul(const Layer& layer, std::vector<OperatorPlan>& backward);
    void attention(const Layer& layer, std::vector<OperatorPlan>& backward);
    void decodeAttention(const Layer& layer);
    void embedding(const Layer& layer, std::vector<OperatorPlan>& backward);
    void vectorLayer(const Layer& layer, std::vector<OperatorPlan>& backward);
    OperatorPlan vectorOperator(const Layer& layer, const VectorKind& kind, const VectorDirection& direction,
                                bool isForward);
    void formatConversion(const Layer& layer, std::vector<OperatorPlan>& backward);
    void collectiveLayer(const Layer& layer, std::vector<OperatorPlan>& backward);

    Workload& m_workload;
    RolePlan& m_role;
    std::string stackOf(const std::string& name) const;

    std::int64_t m_sequence = 1000;
    std::string m_layer; ///< whose operators are being made
};

} // namespace tideline::collect
