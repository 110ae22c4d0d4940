// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/scenario.h"

#include "core/collect/embedded.h"
#include "core/collect/spec_lookup.h"
#include "core/collect/spec_reader.h"

namespace tideline::collect {

namespace {

constexpr std::size_t kMaxLayers = 100'000;
constexpr double kMaxUs = 1e9;
constexpr double kMaxWeights = 68719476736.0;

capture::DataType dtype(const SpecNode& node)
{
    constexpr capture::DataType kTypes[] = {capture::DataType::Float32, capture::DataType::Float16,
                                            capture::DataType::BFloat16};
    return kTypes[node.choice({"float32", "float16", "bfloat16"})];
}

std::int64_t microseconds(const SpecNode& node)
{
    return static_cast<std::int64_t>(node.number(0, kMaxUs) * 1000.0 + 0.5);
}

std::vector<std::int64_t> image(const SpecNode& node)
{
    std::vector<std::int64_t> shape = node.shape();
    if (shape.size() != 4)
        node.fail("expected four sizes: batch, channels, height, width");
    shape.resize(4, 1);
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
    node.allowOnly({"kind", "name", "input", "filters", "kernel", "stride", "padding", "input_gradient"});
    readWindow(node, layer);
    layer.filters = node.at("filters").integer(1, 1 << 16);
    const double weights = static_cast<double>(layer.shape[1]) * static_cast<double>(layer.filters)
                           * static_cast<double>(layer.kernel * layer.kernel);
    if (weights > kMaxWeights)
        node.at("filters").fail("expected fewer than 2^36 weights in a layer");
    if (node.has("input_gradient"))
        layer.inputGradient = node.at("input_gradient").boolean();
}

void readMatrix(const SpecNode& node, Layer& layer, const char* columns)
{
    layer.shape = {node.at("rows").integer(1, 1 << 20), node.at(columns).integer(1, 1 << 20)};
}

void readFields(const SpecNode& node, Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Cast:
        node.allowOnly({"kind", "name", "shape", "from", "to"});
        layer.shape = node.at("shape").shape();
        layer.from = dtype(node.at("from"));
        layer.to = dtype(node.at("to"));
        return;
    case LayerKind::Layout:
        node.allowOnly({"kind", "name", "shape", "from", "to"});
        layer.shape = image(node.at("shape"));
        node.at("from").choice({"NCHW"});
        node.at("to").choice({"NC1HWC0"});
        layer.fromFormat = "NCHW";
        layer.toFormat = "NC1HWC0";
        return;
    case LayerKind::Conv2d: return readConvolution(node, layer);
    case LayerKind::BatchNorm:
    case LayerKind::Relu:
    case LayerKind::Add:
        node.allowOnly({"kind", "name", "shape"});
        layer.shape = image(node.at("shape"));
        return;
    case LayerKind::MaxPool:
        node.allowOnly({"kind", "name", "input", "kernel", "stride", "padding"});
        return readWindow(node, layer);
    case LayerKind::AveragePool:
        node.allowOnly({"kind", "name", "input"});
        layer.shape = image(node.at("input"));
        return;
    case LayerKind::Linear:
        node.allowOnly({"kind", "name", "rows", "inputs", "outputs"});
        readMatrix(node, layer, "inputs");
        layer.outputs = node.at("outputs").integer(1, 1 << 20);
        return;
    case LayerKind::CrossEntropy:
        node.allowOnly({"kind", "name", "rows", "classes"});
        return readMatrix(node, layer, "classes");
    }
}

void readLayers(const SpecNode& node, Scenario& scenario)
{
    const std::vector<SpecNode> items = node.items();
    if (items.empty() || items.size() > kMaxLayers)
        return node.fail("expected 1 to 100000 layers");
    for (const SpecNode& item : items) {
        Layer layer;
        layer.kind =
            static_cast<LayerKind>(item.at("kind").choice({"cast", "layout", "conv2d", "batch_norm", "relu", "add",
                                                           "max_pool", "average_pool", "linear", "cross_entropy"}));
        layer.name = item.at("name").text();
        readFields(item, layer);
        scenario.layers.push_back(std::move(layer));
    }
}

void readParallel(const SpecNode& root, Scenario& scenario)
{
    const SpecNode plan = root.at("parallel");
    plan.allowOnly({"plan", "valid_ranks", "default_ranks"});
    plan.at("plan").choice({"DP"});
    for (const SpecNode& count : plan.at("valid_ranks").items())
        scenario.validRanks.push_back(count.integer(1, 1024));
    scenario.defaultRanks = plan.at("default_ranks").integer(1, 1024);
    const SpecNode steps = root.at("steps");
    steps.allowOnly({"default", "first"});
    scenario.defaultSteps = steps.at("default").integer(1, 100'000);
    scenario.firstStep = steps.at("first").integer(0, 1'000'000'000);
}

void readInput(const SpecNode& node, Scenario& scenario)
{
    node.allowOnly({"shape", "dtype", "target", "loader", "copy"});
    scenario.input = {image(node.at("shape")), dtype(node.at("dtype")), "NCHW"};
    const std::vector<std::int64_t> target = node.at("target").shape();
    scenario.targets = target.empty() ? 0 : target.front();
    scenario.copy = static_cast<CopyMode>(node.at("copy").choice({"pageable", "pinned"}));
    const SpecNode loader = node.at("loader");
    loader.allowOnly({"mode", "batch_ms", "jitter_percent", "workers"});
    scenario.loader.mode = static_cast<LoaderMode>(loader.at("mode").choice({"serial", "workers"}));
    scenario.loader.batchNs = static_cast<std::int64_t>(loader.at("batch_ms").number(0, 1e6) * 1e6 + 0.5);
    scenario.loader.jitterPercent = loader.at("jitter_percent").number(0, 50);
    const bool parallel = scenario.loader.mode == LoaderMode::Workers;
    scenario.loader.workers = loader.at("workers").integer(parallel ? 1 : 0, parallel ? 256 : 0);
}

void readHost(const SpecNode& node, HostCosts& host)
{
    node.allowOnly({"python_us", "operator_us", "backward_us", "enqueue_us", "dequeue_us", "launch_us"});
    host.pythonNs = microseconds(node.at("python_us"));
    host.operatorNs = microseconds(node.at("operator_us"));
    host.backwardNs = microseconds(node.at("backward_us"));
    host.enqueueNs = microseconds(node.at("enqueue_us"));
    host.dequeueNs = microseconds(node.at("dequeue_us"));
    host.launchNs = microseconds(node.at("launch_us"));
}

void readTraining(const SpecNode& root, Scenario& scenario)
{
    const SpecNode compute = root.at("compute");
    compute.allowOnly({"dtype", "cube_utilisation"});
    scenario.dtype = dtype(compute.at("dtype"));
    scenario.cubeUtilisation = compute.at("cube_utilisation").number(0.001, 1.0);
    const SpecNode gradients = root.at("gradients");
    gradients.allowOnly({"dtype", "bucket_mib", "first_bucket_mib"});
    scenario.gradientType = dtype(gradients.at("dtype"));
    scenario.bucketBytes = static_cast<std::int64_t>(gradients.at("bucket_mib").number(0.001, 65536) * 1048576.0);
    scenario.firstBucketBytes =
        static_cast<std::int64_t>(gradients.at("first_bucket_mib").number(0.001, 65536) * 1048576.0);
    const SpecNode optimizer = root.at("optimizer");
    optimizer.allowOnly({"kind", "master_dtype", "read_loss"});
    optimizer.at("kind").choice({"sgd_momentum"});
    scenario.masterType = dtype(optimizer.at("master_dtype"));
    scenario.readLoss = optimizer.at("read_loss").boolean();
}

} // namespace

Result<Scenario> parseScenario(std::string_view text, const std::string& file)
{
    const Result<nlohmann::json> json = parseSpec(text, file);
    if (!json)
        return json.error();
    SpecErrors errors(file);
    const SpecNode root(&*json, {}, &errors);
    Scenario scenario;
    root.allowOnly({"schema", "name", "title", "device", "parallel", "steps", "input", "compute", "host", "gradients",
                    "optimizer", "layers"});
    root.at("schema").integer(1, 1);
    scenario.name = root.at("name").text();
    scenario.title = root.at("title").text();
    scenario.device = root.at("device").text();
    readParallel(root, scenario);
    readInput(root.at("input"), scenario);
    readTraining(root, scenario);
    readHost(root.at("host"), scenario.host);
    readLayers(root.at("layers"), scenario);
    if (errors.failed())
        return errors.error();
    return scenario;
}

Result<Scenario> loadScenario(const std::string& nameOrPath)
{
    const Result<SpecText> found = findSpec(nameOrPath, embeddedScenarios(), "scenario");
    if (!found)
        return found.error();
    return parseScenario(found->text, found->file);
}

std::vector<std::string> scenarioNames()
{
    return specNames(embeddedScenarios());
}

} // namespace tideline::collect
