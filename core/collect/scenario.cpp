// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/scenario.h"

#include <functional>

#include "core/collect/embedded.h"
#include "core/collect/layer_reader.h"
#include "core/collect/spec_lookup.h"
#include "core/collect/spec_reader.h"

namespace tideline::collect {

namespace {

constexpr double kMaxUs = 1e9;
constexpr double kMiB = 1048576.0;
constexpr int kMostBases = 4;

std::int64_t microseconds(const SpecNode& node)
{
    return static_cast<std::int64_t>(node.number(0, kMaxUs) * 1000.0 + 0.5);
}

std::int64_t mebibytes(const SpecNode& node)
{
    return static_cast<std::int64_t>(node.number(0.001, 1048576) * kMiB);
}

void readLinks(const SpecNode& node, ParallelSpec& parallel)
{
    node.allowOnly({"tp", "dp", "ep", "edp", "pp"});
    constexpr const char* kLinks[] = {"HCCS", "PCIE", "ROCE", "SIO"};
    for (const std::string& label : node.keys())
        parallel.links[label] = kLinks[node.at(label).choice({"HCCS", "PCIE", "ROCE", "SIO"})];
}

void readParallel(const SpecNode& node, ParallelSpec& parallel)
{
    node.allowOnly({"tensor", "pipeline", "expert", "ranks", "hosts", "micro_batches", "links"});
    const auto optional = [&node](const char* key, std::int64_t most, std::int64_t fallback) {
        return node.has(key) ? node.at(key).integer(1, most) : fallback;
    };
    parallel.tensor = optional("tensor", 64, 1);
    parallel.pipeline = optional("pipeline", 64, 1);
    parallel.expert = optional("expert", 256, 1);
    parallel.hosts = optional("hosts", 1024, 0);
    parallel.microBatches = optional("micro_batches", 4096, 1);
    const SpecNode ranks = node.at("ranks");
    ranks.allowOnly({"least", "most", "default"});
    const std::int64_t unit = parallel.tensor * parallel.pipeline * parallel.expert;
    parallel.leastRanks = ranks.at("least").integer(unit, 1024);
    parallel.mostRanks = ranks.at("most").integer(parallel.leastRanks, 1024);
    parallel.defaultRanks = ranks.at("default").integer(parallel.leastRanks, parallel.mostRanks);
    if (parallel.leastRanks % unit != 0)
        ranks.at("least").fail("expected a multiple of tensor x pipeline x expert");
    if (node.has("links"))
        readLinks(node.at("links"), parallel);
}

void readInput(const SpecNode& node, Scenario& scenario)
{
    node.allowOnly({"shape", "dtype", "target", "loader", "copy", "samples"});
    constexpr capture::DataType kTypes[] = {capture::DataType::Float32, capture::DataType::Float16,
                                            capture::DataType::BFloat16, capture::DataType::Int32,
                                            capture::DataType::Int64};
    const std::size_t type = node.at("dtype").choice({"float32", "float16", "bfloat16", "int32", "int64"});
    scenario.input = {node.at("shape").shape(), kTypes[type], "ND"};
    if (scenario.input.shape.empty()) {
        node.at("shape").fail("expected at least one size");
        scenario.input.shape = {1};
    }
    if (scenario.input.shape.size() == 4)
        scenario.input.format = "NCHW";
    const std::vector<std::int64_t> target = node.at("target").shape();
    scenario.targets = target.empty() ? 0 : capture::Tensor{target, {}, {}}.elements();
    scenario.samplesPerStep =
        node.has("samples") ? node.at("samples").integer(1, std::int64_t{1} << 31) : scenario.input.shape.front();
    scenario.copy = static_cast<CopyMode>(node.at("copy").choice({"pageable", "pinned", "prefetch"}));
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

void readCompute(const SpecNode& node, ComputeSpec& compute)
{
    node.allowOnly({"dtype", "cube_utilisation", "cube_hbm_efficiency", "reread_per_line", "prefetch", "split_k",
                    "vector_scale", "least_vector_us"});
    compute.dtype = readType(node.at("dtype"));
    compute.cubeUtilisation = node.at("cube_utilisation").number(0.001, 1.0);
    if (node.has("cube_hbm_efficiency"))
        compute.cubeHbmEfficiency = node.at("cube_hbm_efficiency").number(0.01, 0.9);
    if (node.has("reread_per_line"))
        compute.rereadPerLine = node.at("reread_per_line").number(0, 1000);
    if (node.has("prefetch"))
        compute.prefetch = node.at("prefetch").number(0, 1);
    if (node.has("split_k"))
        compute.splitK = node.at("split_k").integer(1, 256);
    if (node.has("vector_scale"))
        compute.vectorScale = node.at("vector_scale").number(0.001, 1000);
    if (node.has("least_vector_us"))
        compute.leastVectorNs = microseconds(node.at("least_vector_us"));
}

void readTraining(const SpecNode& root, Scenario& scenario)
{
    const SpecNode gradients = root.at("gradients");
    gradients.allowOnly({"dtype", "bucket_mib", "first_bucket_mib", "overlap", "collective"});
    scenario.gradients.dtype = readType(gradients.at("dtype"));
    scenario.gradients.bucketBytes = mebibytes(gradients.at("bucket_mib"));
    scenario.gradients.firstBucketBytes = mebibytes(gradients.at("first_bucket_mib"));
    if (gradients.has("overlap"))
        scenario.gradients.overlap = gradients.at("overlap").boolean();
    if (gradients.has("collective"))
        scenario.gradients.collective =
            static_cast<GradientCollective>(gradients.at("collective").choice({"all_reduce", "reduce_scatter"}));
    const SpecNode optimizer = root.at("optimizer");
    optimizer.allowOnly({"kind", "master_dtype", "moment_dtype", "operations", "shard", "read_loss"});
    scenario.optimizer.kind = static_cast<OptimizerKind>(optimizer.at("kind").choice({"sgd_momentum", "adamw"}));
    scenario.optimizer.masterType = readType(optimizer.at("master_dtype"));
    scenario.optimizer.momentType =
        optimizer.has("moment_dtype") ? readType(optimizer.at("moment_dtype")) : scenario.optimizer.masterType;
    if (optimizer.has("operations"))
        scenario.optimizer.operations = optimizer.at("operations").number(1, 10'000);
    scenario.optimizer.shard = optimizer.has("shard") && optimizer.at("shard").boolean();
    scenario.optimizer.readLoss = optimizer.at("read_loss").boolean();
    const bool scatters = scenario.gradients.collective == GradientCollective::ReduceScatter;
    if (scatters != scenario.optimizer.shard)
        optimizer.fail("expected shard to be true exactly where gradients are reduce-scattered");
}

std::vector<std::string> texts(const SpecNode& node)
{
    std::vector<std::string> out;
    for (const SpecNode& item : node.items())
        out.push_back(item.text());
    return out;
}

void readExpectations(const SpecNode& root, Scenario& scenario)
{
    if (root.has("expected")) {
        const SpecNode expected = root.at("expected");
        expected.allowOnly({"must", "must_note", "may"});
        scenario.expected = {texts(expected.at("must")), texts(expected.at("must_note")), texts(expected.at("may"))};
    }
    if (!root.has("figures"))
        return;
    for (const std::string& name : root.at("figures").keys()) {
        const SpecNode figure = root.at("figures").at(name);
        figure.allowOnly({"value", "tolerance"});
        scenario.figures.push_back({name, figure.at("value").number(-1e18, 1e18),
                                    figure.has("tolerance") ? figure.at("tolerance").number(0, 10) : 0.05});
    }
}

/// A file with "base" changes a built-in scenario: keys of the same name are merged, null removes one.
Result<nlohmann::json> withBase(nlohmann::json patch, const std::string& file)
{
    for (int depth = 0; patch.is_object() && patch.contains("base"); ++depth) {
        if (!patch["base"].is_string() || depth == kMostBases)
            return Error{ErrorCode::InvalidArgument, "expected the name of a built-in scenario", file + "#/base", {}};
        const Result<SpecText> found = findSpec(patch["base"].get<std::string>(), embeddedScenarios(), "base scenario");
        if (!found)
            return found.error();
        Result<nlohmann::json> base = parseSpec(found->text, found->file);
        if (!base)
            return base.error();
        patch.erase("base");
        base->merge_patch(patch);
        patch = std::move(*base);
    }
    return patch;
}

void readRoot(const SpecNode& root, Scenario& scenario)
{
    root.allowOnly({"schema", "name", "title", "device", "mode", "parallel", "steps", "input", "compute", "host",
                    "gradients", "optimizer", "layers", "expected", "figures"});
    root.at("schema").integer(1, 1);
    scenario.name = root.at("name").text();
    scenario.title = root.at("title").text();
    scenario.device = root.at("device").text();
    if (root.has("mode"))
        scenario.mode = static_cast<StepMode>(root.at("mode").choice({"train", "decode", "graph"}));
    readParallel(root.at("parallel"), scenario.parallel);
    const SpecNode steps = root.at("steps");
    steps.allowOnly({"default", "first"});
    scenario.defaultSteps = steps.at("default").integer(1, 100'000);
    scenario.firstStep = steps.at("first").integer(0, 1'000'000'000);
    readInput(root.at("input"), scenario);
    readCompute(root.at("compute"), scenario.compute);
    readHost(root.at("host"), scenario.host);
    if (scenario.mode == StepMode::Train)
        readTraining(root, scenario);
    scenario.layers = readLayers(root.at("layers"));
    readExpectations(root, scenario);
}

} // namespace

Result<Scenario> parseScenario(std::string_view text, const std::string& file)
{
    Result<nlohmann::json> json = parseSpec(text, file);
    if (!json)
        return json.error();
    json = withBase(std::move(*json), file);
    if (!json)
        return json.error();
    SpecErrors errors(file);
    Scenario scenario;
    readRoot(SpecNode(&*json, {}, &errors), scenario);
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
