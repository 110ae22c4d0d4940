// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/capture/tensor.h"

namespace tideline::collect {

enum class LayerKind : std::uint8_t {
    Cast,
    Layout,
    Conv2d,
    BatchNorm,
    Relu,
    Add,
    MaxPool,
    AveragePool,
    Linear,
    CrossEntropy,
    MatMul,
    GroupedMatMul,
    Attention,
    Embedding,
    Vector,
    Convert,
    Collective,
};

enum class CollectiveOp : std::uint8_t {
    AllReduce,
    ReduceScatter,
    AllGather,
    AllToAll,
    AllToAllV,
    Broadcast,
    Send,
    Receive
};
/// Which of its groups a rank means.
enum class GroupKind : std::uint8_t { Tensor, Data, Expert, ExpertData, Previous, Next };
/// In which passes a layer runs.
enum class Pass : std::uint8_t { Both, Forward, Backward };
/// The pipe that a kernel with a given least time keeps busy.
enum class BoundPipe : std::uint8_t { None, Scalar, Vector, Load };

/// One layer with the fields of its kind; the others keep their defaults.
struct Layer {
    LayerKind kind = LayerKind::Relu;
    std::string name;
    std::vector<std::int64_t> shape; ///< input tensor; {rows, inputs} of products, {rows, classes} of the loss
    std::int64_t filters = 0;
    std::int64_t kernel = 0;
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    std::int64_t outputs = 0; ///< of products; vocabulary of embeddings
    bool inputGradient = true;
    capture::DataType from = capture::DataType::Float32;
    capture::DataType to = capture::DataType::Float32;
    std::string fromFormat;
    std::string toFormat;

    std::string op; ///< of vector layers: a name of the table of vector operators
    std::int64_t heads = 0;
    std::int64_t headSize = 0;
    std::int64_t context = 0; ///< keys and values each query sees
    std::int64_t batch = 1;   ///< sequences; of decoding attention
    bool decode = false;
    bool causal = false;
    std::int64_t experts = 1; ///< on this card
    bool oncePerStep = false; ///< conversions of weights: with the first micro-batch alone
    Pass pass = Pass::Both;
    CollectiveOp collective = CollectiveOp::AllReduce;
    GroupKind group = GroupKind::Tensor;

    double utilisation = 0;   ///< of the cube; 0: the scenario's
    double hbmEfficiency = 0; ///< 0: the scenario's, else the cost model's
    double opsScale = 1;      ///< vector operations per element, times this
    std::int64_t leastNs = 0; ///< 0: the cost model's
    BoundPipe bound = BoundPipe::None;
    bool keep = true;  ///< the backward pass needs the output
    bool side = false; ///< runs on a second stream beside what follows

    std::int64_t block = -1;  ///< which repetition it belongs to; −1: before or after them
    std::int64_t blocks = 0;  ///< repetitions in all
    bool afterBlocks = false; ///< behind the repeated part
};

} // namespace tideline::collect
