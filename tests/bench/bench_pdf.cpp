// SPDX-License-Identifier: GPL-3.0-or-later
// The report of an open profile as PDF (T16): time from the trace to the bytes, and their number.
#include <QBuffer>
#include <QGuiApplication>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/index/trace_index.h"
#include "core/report/build_report.h"
#include "core/store/trace_builder.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/trace_maker.h"
#include "views/print/report_pdf.h"

namespace {

using namespace tideline;
using namespace tideline::bench;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kNames = 400;
constexpr std::uint64_t kStreams = 4;
constexpr int kSteps = 10;

/// Kernels with rows, slices, shapes of a few kinds, and step marks; one rank.
std::shared_ptr<const Trace> kernelTrace(std::uint64_t kernels)
{
    TraceBuilder builder;
    RankInfo info;
    info.rank = 0;
    const RankId rank = builder.addRank(std::move(info));
    builder.process(builder.process(rank, "1")).role = ProcessRole::Device;
    std::vector<Instant> now(kStreams, Instant{1'736'408'883'000'000'000});
    const Instant begin = now.front();
    for (std::uint64_t i = 0; i < kernels; ++i) {
        const std::uint64_t r = mix(i);
        const std::uint64_t stream = i % kStreams;
        KernelRow row;
        row.rank = rank;
        row.step = static_cast<std::int64_t>(i * kSteps / kernels);
        row.start = now[stream];
        row.duration = Duration{static_cast<std::int64_t>(1'000 + r % 40'000)};
        row.wait = Duration{static_cast<std::int64_t>(r >> 40 & 0xFFF)};
        // A model whose layers repeat, with a few kernels out of line.
        const std::uint64_t place = r % 64 == 0 ? r % kNames : i / kStreams % kNames;
        row.name = builder.intern("aclnnKernel_" + std::to_string(place) + "_MatMul");
        row.type = builder.intern("Type" + std::to_string(mix(place) % 37));
        row.core = builder.intern(place % 3 == 0 ? "AI_VECTOR_CORE" : "AI_CORE");
        row.stream = static_cast<std::int64_t>(stream);
        row.blockDim = static_cast<std::int64_t>(1 + r % 24);
        row.ref = SourceRef(0, i);
        builder.addSlice(builder.track(rank, "1", std::to_string(stream), TrackKind::Stream),
                         {row.start, row.duration, row.ref, row.name});
        now[stream] = row.start + row.duration + Duration{static_cast<std::int64_t>(r >> 50)};
        builder.addKernel(std::move(row));
    }
    const Duration step{(now.front() - begin).ns / kSteps};
    for (int i = 0; i < kSteps; ++i)
        builder.addStep(
            {rank, i, {begin + Duration{step.ns * i}, begin + Duration{step.ns * (i + 1)}}, StepSource::Marked});
    TaskPool pool;
    auto trace = TraceBuilder::freeze(std::move(builder), pool, Progress{});
    return trace ? *trace : nullptr;
}

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv)
{
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QGuiApplication application(argc, argv);
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const std::uint64_t kernels = options.full ? 1'000'000 : 300'000;
    const auto trace = kernelTrace(kernels);
    if (!trace) {
        report.failed("T16", "no trace");
        return report.exitCode();
    }
    TaskPool pool;
    const TraceIndex index = TraceIndex::build(*trace, pool, Progress{});
    const Clock::time_point start = Clock::now();
    const std::vector<StepRow> steps = stepRows(*trace);
    const auto advice = advise(*trace, {});
    const double adviceSeconds = secondsSince(start);
    if (!advice) {
        report.failed("T16", advice.error().text());
        return report.exitCode();
    }
    const auto document = buildReport({*trace, steps, *advice, {}, {}, {}}, {});
    const double documentSeconds = secondsSince(start) - adviceSeconds;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const bool printed =
        document && printReport(buffer, *document, ReportWords(), timelinePictures(*trace, index)).ok();
    const double seconds = secondsSince(start);
    if (!printed)
        report.failed("T16", "the report was not printed");
    report.note("kernels", static_cast<double>(kernels), "kernels");
    report.note("steps and advice", adviceSeconds, "s");
    report.note("document", documentSeconds, "s");
    report.note("pages", seconds - adviceSeconds - documentSeconds, "s");
    report.atMost("T16 PDF of an open profile", seconds, "s", options.full ? 3 : 0.9);
    report.atMost("T16 size of the PDF", static_cast<double>(bytes.size()) / 1e6, "MB", 2);
    return report.exitCode();
}
