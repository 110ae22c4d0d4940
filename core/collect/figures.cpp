// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/figures.h"

#include <algorithm>
#include <memory>

#include "core/collect/device_spec.h"
#include "core/collect/figure_sink.h"
#include "core/collect/scenario.h"

namespace tideline::collect {

namespace {

/// What a figure may be computed from.
struct Means {
    StepSums sums;
    double samples = 0; ///< per step and card
    double peakGbPerMs = 0;

    double of(std::string_view name) const
    {
        const auto found = sums.find(name);
        return found == sums.end() ? 0 : found->second;
    }
    double percent(double part, double whole) const { return whole > 0 ? 100 * part / whole : 0; }
};

struct Definition {
    const char* name;
    const char* unit;
    const char* text;
    double (*value)(const Means&);
};

// clang-format off
constexpr Definition kDefinitions[] = {
    {"step_ms", "ms", "length of a step on the host", [](const Means& m) { return m.of("step_ms"); }},
    {"samples_per_s", "1/s", "samples (images, sequences, tokens) of a card per second", [](const Means& m) { return m.samples / m.of("step_ms") * 1e3; }},
    {"matmul_ms", "ms", "kernel time of matrix products, summed over calls", [](const Means& m) { return m.of("matmul_ms"); }},
    {"matmul_calls", "", "kernels of matrix products", [](const Means& m) { return m.of("matmul_calls"); }},
    {"matmul_gb", "GB", "HBM bytes of matrix products", [](const Means& m) { return m.of("matmul_gb"); }},
    {"attention_ms", "ms", "kernel time of attention on the cube", [](const Means& m) { return m.of("attention_ms"); }},
    {"rest_ms", "ms", "step less matrix products and attention: other kernels, copies and gaps", [](const Means& m) { return m.of("step_ms") - m.of("matmul_ms") - m.of("attention_ms"); }},
    {"transdata_ms", "ms", "kernel time of format conversions", [](const Means& m) { return m.of("transdata_ms"); }},
    {"vector_ms", "ms", "kernel time on the vector cores without conversions and optimiser", [](const Means& m) { return m.of("vector_ms"); }},
    {"optimizer_ms", "ms", "kernel time of the optimiser", [](const Means& m) { return m.of("optimizer_ms"); }},
    {"cube_ms", "ms", "kernel time on the cube", [](const Means& m) { return m.of("cube_ms"); }},
    {"compute_ms", "ms", "union of all kernels", [](const Means& m) { return m.of("compute_ms"); }},
    {"u_wall_percent", "%", "time with a kernel on the cube over the step", [](const Means& m) { return m.percent(m.of("cube_ms"), m.of("step_ms")); }},
    {"hbm_gb", "GB", "HBM bytes of all kernels", [](const Means& m) { return m.of("hbm_gb"); }},
    {"hbm_matmul_percent", "%", "HBM bytes of matrix products over what HBM could move in their time", [](const Means& m) { return m.percent(m.of("matmul_gb"), m.of("matmul_ms") * m.peakGbPerMs); }},
    {"hbm_wall_percent", "%", "HBM bytes of all kernels over what HBM could move in the step", [](const Means& m) { return m.percent(m.of("hbm_gb"), m.of("step_ms") * m.peakGbPerMs); }},
    {"l2_hit_percent", "%", "L2 hits of matrix products, weighted by requests", [](const Means& m) { return m.percent(m.of("l2_hit_gb"), m.of("l2_request_gb")); }},
    {"launches", "", "kernels the host launched", [](const Means& m) { return m.of("launches"); }},
    {"norm_with_gap_ms", "ms", "kernels of norms with the gaps before them", [](const Means& m) { return m.of("norm_with_gap_ms"); }},
    {"exposed_communication_ms", "ms", "union of collectives outside all kernels", [](const Means& m) { return m.of("exposed_communication_ms"); }},
    {"communication_share_percent", "%", "exposed communication over the step", [](const Means& m) { return m.percent(m.of("exposed_communication_ms"), m.of("step_ms")); }},
    {"gradient_share_percent", "%", "exposed collectives of gradients and weights over the step", [](const Means& m) { return m.percent(m.of("exposed_gradient_ms"), m.of("step_ms")); }},
    {"gradient_gb", "GB", "gradients that are reduced", [](const Means& m) { return m.of("gradient_gb"); }},
    {"bucket_ms", "ms", "time in which the gradients and weights of a full bucket move", [](const Means& m) { return m.of("full_transit_ms") / m.of("full_buckets"); }},
    {"exposed_per_bucket_ms", "ms", "part of it outside kernels and other collectives", [](const Means& m) { return m.of("exposed_full_ms") / m.of("full_buckets"); }},
    {"bubble_percent", "%", "waits for the neighbour stage outside kernels over the step", [](const Means& m) { return m.percent(m.of("exposed_wait_ms"), m.of("step_ms")); }},
    {"data_ms", "ms", "exposed input: the loader call and the copies to the device", [](const Means& m) { return m.of("loader_ms") + m.of("copy_ms"); }},
    {"loader_ms", "ms", "the loader call", [](const Means& m) { return m.of("loader_ms"); }},
    {"copy_ms", "ms", "copies to the device", [](const Means& m) { return m.of("copy_ms"); }},
    {"memory_gb", "GB", "device memory the process holds", [](const Means& m) { return m.of("memory_gb"); }},
};
// clang-format on

StepSums meanOf(const std::vector<std::vector<StepSums>>& ranks)
{
    StepSums out;
    double count = 0;
    for (const std::vector<StepSums>& steps : ranks) {
        // The first step fills queues and waits for the first batch.
        for (std::size_t i = steps.size() > 1 ? 1 : 0; i < steps.size(); ++i) {
            ++count;
            for (const auto& [name, value] : steps[i])
                out[name] += value;
        }
    }
    for (auto& [name, value] : out)
        value /= std::max(count, 1.0);
    return out;
}

} // namespace

Result<std::vector<Figure>> figuresOf(const CollectOptions& options)
{
    const Result<Scenario> scenario = loadScenario(options.scenario);
    if (!scenario)
        return scenario.error();
    const Result<DeviceSpec> device = loadDevice(options.device.empty() ? scenario->device : options.device);
    if (!device)
        return device.error();
    CollectOptions counted = options;
    counted.l2Cache = true;
    constexpr std::size_t kMostRanks = 1024;
    std::vector<std::vector<StepSums>> ranks(kMostRanks);
    const auto sinks = [&ranks](std::uint32_t rank) { return std::make_unique<FigureSink>(ranks[rank]); };
    const Result<CollectSummary> summary = collect(counted, sinks, {});
    if (!summary)
        return summary.error();
    Means means{meanOf(ranks), static_cast<double>(scenario->samplesPerStep * scenario->parallel.microBatches),
                device->hbmBytesPerSecond * 1e-12};
    std::vector<Figure> figures;
    for (const TargetFigure& target : scenario->figures) {
        const auto definition =
            std::find_if(std::begin(kDefinitions), std::end(kDefinitions),
                         [&target](const Definition& candidate) { return target.name == candidate.name; });
        if (definition == std::end(kDefinitions))
            return Error{ErrorCode::InvalidArgument, "unknown figure " + target.name, scenario->name, {}};
        figures.push_back({target.name, definition->text, definition->unit, definition->value(means), target.value,
                           target.tolerance});
    }
    return figures;
}

} // namespace tideline::collect
