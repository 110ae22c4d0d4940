// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph of many slices: the call tree over arrows from host to device, and its boxes.
#include <string>
#include <utility>
#include <vector>

#include "core/analyze/flame.h"
#include "core/scene/flame_scene.h"
#include "core/store/trace_builder.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/trace_maker.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

constexpr std::size_t kNames = 200;

std::vector<StringId> namesOf(TraceBuilder& builder, const std::string& prefix)
{
    std::vector<StringId> names;
    for (std::size_t i = 0; i < kNames; ++i)
        names.push_back(builder.intern(prefix + std::to_string(i)));
    return names;
}

struct Lanes {
    TrackId host;
    TrackId cann;
    std::vector<TrackId> streams;
};

Lanes addLanes(TraceBuilder& builder, RankId rank)
{
    builder.process(builder.process(rank, "host")).role = ProcessRole::Host;
    builder.process(builder.process(rank, "cann")).role = ProcessRole::Cann;
    builder.process(builder.process(rank, "device")).role = ProcessRole::Device;
    Lanes lanes{builder.track(rank, "host", "1", TrackKind::HostThread),
                builder.track(rank, "cann", "1", TrackKind::HostThread),
                {}};
    for (int i = 0; i < 8; ++i)
        lanes.streams.push_back(builder.track(rank, "device", std::to_string(i), TrackKind::Stream));
    return lanes;
}

/// Operator, its part, a CANN call inside it, its part, and the kernel it launches: five slices and an arrow at a time.
std::shared_ptr<const Trace> launches(std::uint64_t slices)
{
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    const Lanes lanes = addLanes(builder, rank);
    const auto operators = namesOf(builder, "aten::op");
    const auto calls = namesOf(builder, "aclnn");
    const auto kernels = namesOf(builder, "MatMul");
    const StringId task = builder.intern("AI_CORE");
    const StringId arrow = builder.intern("HostToDevice");
    std::vector<FlowPoint> points;
    for (std::uint64_t i = 0; i < slices / 5; ++i) {
        const std::uint64_t r = mix(i);
        const std::uint64_t op = r % kNames;
        const std::uint64_t part = (op * 7 + (r >> 20) % 4) % kNames;
        const Instant t{static_cast<std::int64_t>(i) * 1000};
        const Instant onDevice{t.ns + 50'000};
        const TrackId stream = lanes.streams[i % lanes.streams.size()];
        const SourceRef ref(0, i);
        builder.addSlice(lanes.host, {t, Duration{900}, ref, operators[op]});
        builder.addSlice(lanes.host, {t + Duration{100}, Duration{700}, ref, operators[part]});
        builder.addSlice(lanes.cann, {t + Duration{200}, Duration{500}, ref, calls[part]});
        builder.addSlice(lanes.cann, {t + Duration{300}, Duration{100}, ref, calls[0]});
        builder.addSlice(stream, {onDevice, Duration{400 + static_cast<std::int64_t>(r % 5000)}, ref, kernels[part],
                                  kEmptyString, task});
        FlowPoint from{7, i, t + Duration{300}, ref, lanes.cann, arrow, FlowPhase::Start, true};
        FlowPoint to{7, i, onDevice, ref, stream, arrow, FlowPhase::End, true};
        points.push_back(from);
        points.push_back(to);
    }
    builder.addFlowPoints(rank, std::move(points));
    TaskPool pool;
    auto frozen = TraceBuilder::freeze(std::move(builder), pool, Progress{});
    return frozen ? *frozen : nullptr;
}

double timed(const Trace& trace, const std::string& name, const FlameOptions& options, std::int64_t& total)
{
    return medianCpuMs(name, 5, [&] {
        const FlameTree tree = flameTree(trace, options);
        const FlameScene scene = buildFlameScene(tree, viewOf(tree, 0), 1920);
        total = scene.boxes.empty() ? 0 : tree.total();
    });
}

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto trace = launches(options.full ? 5'000'000 : 1'000'000);
    std::int64_t total = 0;
    FlameOptions merged;
    const double mergedMs = timed(*trace, "merged", merged, total);
    if (total == 0)
        report.failed("flame graph", "nothing to show");
    report.note("slices", static_cast<double>(trace->slices().size()), "slices");
    report.atMost("flame graph, merged", mergedMs, "ms", options.full ? 1000 : 200);
    FlameOptions leaf;
    leaf.leafFirst = true;
    report.note("flame graph, leaf first", timed(*trace, "leaf first", leaf, total), "ms");
    FlameOptions inTime;
    inTime.order = FlameOrder::Time;
    report.atMost("flame graph, order of time", timed(*trace, "order of time", inTime, total), "ms", 200);
    FlameOptions host;
    host.weight = FlameWeight::HostTime;
    report.note("flame graph, host time", timed(*trace, "host time", host, total), "ms");
    return report.exitCode();
}
