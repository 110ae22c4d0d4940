// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/layer_reader.h"

#include <set>

#include "core/collect/vector_kinds.h"

namespace tideline::collect {

namespace {

constexpr std::size_t kMaxLayers = 100'000;
constexpr double kMaxWeights = 68719476736.0;
constexpr std::int64_t kMaxSide = std::int64_t{1} << 24;
constexpr double kMaxUs = 1e9;

std::vector<std::int64_t> image(const SpecNode& node)
{
    std::vector<std::int64_t> shape = node.shape();
    if (shape.size() != 4)
        node.fail("expected four sizes: batch, channels, height, width");
    shape.resize(4, 1);
    return shape;
}

std::vector<std::int64_t> matrix(const SpecNode& node)
{
    std::vector<std::int64_t> shape = node.shape();
    if (shape.size() < 2)
        node.fail("expected at least two sizes: rows and width");
    shape.resize(std::max<std::size_t>(shape.size(), 2), 1);
    return shape;
}

void readWindow(const SpecNode& node, Layer& layer)
{
    layer.shape = image(node.at("input"));
    layer.kernel = node.at("kernel").integer(1, 1024);
    layer.stride = node.at("stride").integer(1, 1024);
    layer.padding = node.at("padding").integer(0, 1024);
    if (layer.shape[2] + 2 * layer.padding < layer.kernel || layer.shape[3] + 2 * layer.padding < layer.kernel)
        node.at("kernel").fail("expected a kernel that fits the padded input");
}

void readConvolution(const SpecNode& node, Layer& layer)
{
    readWindow(node, layer);
    layer.filters = node.at("filters").integer(1, 1 << 16);
    const double weights = static_cast<double>(layer.shape[1]) * static_cast<double>(layer.filters)
                           * static_cast<double>(layer.kernel * layer.kernel);
    if (weights > kMaxWeights)
        node.at("filters").fail("expected fewer than 2^36 weights in a layer");
    if (node.has("input_gradient"))
        layer.inputGradient = node.at("input_gradient").boolean();
}

/// As SpecNode::shape() limits tensors: sums of sizes stay far from overflow.
void limitElements(const SpecNode& node, std::initializer_list<std::int64_t> sizes)
{
    constexpr double kMaxElements = 1099511627776.0;
    double elements = 1;
    for (const std::int64_t size : sizes)
        elements *= static_cast<double>(size);
    if (elements > kMaxElements)
        node.fail("expected tensors of fewer than 2^40 elements");
}

void readMatrix(const SpecNode& node, Layer& layer, const char* columns)
{
    layer.shape = {node.at("rows").integer(1, kMaxSide), node.at(columns).integer(1, kMaxSide)};
    limitElements(node.at("rows"), {layer.shape[0], layer.shape[1]});
}

void readProduct(const SpecNode& node, Layer& layer)
{
    readMatrix(node, layer, "inputs");
    layer.outputs = node.at("outputs").integer(1, kMaxSide);
    if (static_cast<double>(layer.shape[1]) * static_cast<double>(layer.outputs) > kMaxWeights)
        node.at("outputs").fail("expected fewer than 2^36 weights in a layer");
    limitElements(node.at("outputs"), {layer.shape[0], layer.outputs});
    if (node.has("experts"))
        layer.experts = node.at("experts").integer(1, 4096);
}

void readAttention(const SpecNode& node, Layer& layer)
{
    layer.shape = {node.at("tokens").integer(1, kMaxSide)};
    layer.heads = node.at("heads").integer(1, 4096);
    layer.headSize = node.at("head_size").integer(1, 4096);
    layer.context = node.at("context").integer(1, kMaxSide);
    layer.batch = node.has("batch") ? node.at("batch").integer(1, kMaxSide) : 1;
    layer.decode = node.has("decode") && node.at("decode").boolean();
    layer.causal = node.has("causal") && node.at("causal").boolean();
    layer.experts = node.has("kernels") ? node.at("kernels").integer(1, 2) : 1;
    const std::int64_t width = layer.heads * layer.headSize;
    limitElements(node.at("tokens"), {layer.shape[0], width});
    limitElements(node.at("tokens"), {layer.shape[0], layer.heads, std::max<std::int64_t>(layer.context, 8)});
    limitElements(node.at("context"), {layer.batch, layer.context, width});
}

void readVector(const SpecNode& node, Layer& layer)
{
    layer.op = node.at("op").text();
    if (findVectorKind(layer.op) == nullptr)
        node.at("op").fail("expected one of " + vectorKindNames());
    layer.shape = matrix(node.at("shape"));
}

void readCollective(const SpecNode& node, Layer& layer)
{
    layer.shape = node.at("shape").shape();
    layer.collective = static_cast<CollectiveOp>(node.at("op").choice(
        {"all_reduce", "reduce_scatter", "all_gather", "all_to_all", "all_to_all_v", "broadcast"}));
    layer.group = static_cast<GroupKind>(node.at("group").choice({"tp", "dp", "ep", "edp"}));
}

void readConvert(const SpecNode& node, Layer& layer)
{
    layer.shape = matrix(node.at("shape"));
    layer.oncePerStep = node.has("once_per_step") && node.at("once_per_step").boolean();
    constexpr const char* kFormats[] = {"ND", "FRACTAL_NZ"};
    layer.fromFormat = kFormats[node.at("from").choice({"ND", "FRACTAL_NZ"})];
    layer.toFormat = kFormats[node.at("to").choice({"ND", "FRACTAL_NZ"})];
}

/// What every layer of a kernel may say about itself.
void readModifiers(const SpecNode& node, Layer& layer)
{
    if (node.has("utilisation"))
        layer.utilisation = node.at("utilisation").number(0.001, 1);
    if (node.has("hbm_efficiency"))
        layer.hbmEfficiency = node.at("hbm_efficiency").number(0.001, 0.9);
    if (node.has("ops_scale"))
        layer.opsScale = node.at("ops_scale").number(0.001, 10'000);
    if (node.has("least_us"))
        layer.leastNs = static_cast<std::int64_t>(node.at("least_us").number(0.001, kMaxUs) * 1000.0 + 0.5);
    if (node.has("bound"))
        layer.bound = static_cast<BoundPipe>(node.at("bound").choice({"none", "scalar", "vector", "load"}));
    if (node.has("side"))
        layer.side = node.at("side").boolean();
    if (node.has("keep"))
        layer.keep = node.at("keep").boolean();
    if (node.has("pass"))
        layer.pass = static_cast<Pass>(node.at("pass").choice({"both", "forward", "backward"}));
}

void readFields(const SpecNode& node, Layer& layer)
{
    const auto allow = [&node](std::initializer_list<std::string_view> keys) { node.allowOnly(keys); };
#define TL_COMMON                                                                                                      \
    "kind", "name", "utilisation", "hbm_efficiency", "ops_scale", "least_us", "bound", "side", "keep", "pass"
    switch (layer.kind) {
    case LayerKind::Cast:
        allow({"kind", "name", "shape", "from", "to"});
        layer.shape = node.at("shape").shape();
        layer.from = readType(node.at("from"));
        layer.to = readType(node.at("to"));
        return;
    case LayerKind::Layout:
        allow({"kind", "name", "shape", "from", "to"});
        layer.shape = image(node.at("shape"));
        node.at("from").choice({"NCHW"});
        node.at("to").choice({"NC1HWC0"});
        layer.fromFormat = "NCHW";
        layer.toFormat = "NC1HWC0";
        return;
    case LayerKind::Conv2d:
        allow({"kind", "name", "input", "filters", "kernel", "stride", "padding", "input_gradient"});
        return readConvolution(node, layer);
    case LayerKind::BatchNorm:
    case LayerKind::Relu:
    case LayerKind::Add:
        allow({"kind", "name", "shape"});
        layer.shape = image(node.at("shape"));
        return;
    case LayerKind::MaxPool:
        allow({"kind", "name", "input", "kernel", "stride", "padding"});
        return readWindow(node, layer);
    case LayerKind::AveragePool:
        allow({"kind", "name", "input"});
        layer.shape = image(node.at("input"));
        return;
    case LayerKind::Linear: allow({TL_COMMON, "rows", "inputs", "outputs"}); return readProduct(node, layer);
    case LayerKind::CrossEntropy: allow({TL_COMMON, "rows", "classes"}); return readMatrix(node, layer, "classes");
    case LayerKind::MatMul: allow({TL_COMMON, "rows", "inputs", "outputs"}); return readProduct(node, layer);
    case LayerKind::GroupedMatMul:
        allow({TL_COMMON, "rows", "inputs", "outputs", "experts"});
        return readProduct(node, layer);
    case LayerKind::Attention:
        allow({TL_COMMON, "tokens", "heads", "head_size", "context", "batch", "decode", "causal", "kernels"});
        return readAttention(node, layer);
    case LayerKind::Embedding:
        allow({TL_COMMON, "rows", "width", "vocabulary"});
        readMatrix(node, layer, "width");
        layer.outputs = node.at("vocabulary").integer(1, kMaxSide);
        limitElements(node.at("vocabulary"), {layer.outputs, layer.shape[1]});
        return;
    case LayerKind::Vector: allow({TL_COMMON, "op", "shape"}); return readVector(node, layer);
    case LayerKind::Convert:
        allow({TL_COMMON, "shape", "from", "to", "once_per_step"});
        return readConvert(node, layer);
    case LayerKind::Collective:
        allow({"kind", "name", "op", "group", "shape", "pass"});
        return readCollective(node, layer);
    }
#undef TL_COMMON
}

Layer readLayer(const SpecNode& node)
{
    Layer layer;
    layer.kind = static_cast<LayerKind>(node.at("kind").choice(
        {"cast", "layout", "conv2d", "batch_norm", "relu", "add", "max_pool", "average_pool", "linear", "cross_entropy",
         "matmul", "grouped_matmul", "attention", "embedding", "vector", "convert", "collective"}));
    layer.name = node.at("name").text();
    readFields(node, layer);
    readModifiers(node, layer);
    return layer;
}

void appendRepeated(const SpecNode& node, std::vector<Layer>& layers)
{
    node.allowOnly({"repeat", "name", "layers"});
    const std::int64_t count = node.at("repeat").integer(1, 4096);
    const std::string name = node.at("name").text();
    std::vector<Layer> block;
    for (const SpecNode& item : node.at("layers").items())
        block.push_back(readLayer(item));
    if (block.empty() || block.size() * static_cast<std::size_t>(count) > kMaxLayers)
        return node.at("layers").fail("expected 1 to 100000 layers in all");
    for (std::int64_t i = 0; i < count; ++i) {
        for (Layer layer : block) {
            layer.name = name + "." + std::to_string(i) + "." + layer.name;
            layer.block = i;
            layer.blocks = count;
            layers.push_back(std::move(layer));
        }
    }
}

} // namespace

capture::DataType readType(const SpecNode& node)
{
    constexpr capture::DataType kTypes[] = {capture::DataType::Float32, capture::DataType::Float16,
                                            capture::DataType::BFloat16};
    return kTypes[node.choice({"float32", "float16", "bfloat16"})];
}

std::vector<Layer> readLayers(const SpecNode& node)
{
    std::vector<Layer> layers;
    const std::vector<SpecNode> items = node.items();
    bool repeated = false;
    for (const SpecNode& item : items) {
        if (layers.size() > kMaxLayers)
            break;
        if (!item.has("repeat")) {
            layers.push_back(readLayer(item));
            layers.back().afterBlocks = repeated;
            continue;
        }
        if (repeated)
            item.at("repeat").fail("expected one repeated part alone");
        repeated = true;
        appendRepeated(item, layers);
    }
    if (layers.empty() || layers.size() > kMaxLayers)
        node.fail("expected 1 to 100000 layers");
    return layers;
}

} // namespace tideline::collect
