// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/report/report_profile.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "tests/support/trace_from.h"

namespace tideline::test {

namespace {

constexpr std::int64_t kStepNs = 1'000'000;
constexpr int kSteps = 2;
constexpr int kKernels = 40;

RankInfo rankInfo()
{
    RankInfo info;
    info.rank = 3;
    info.device = 1;
    info.host = "trainbox7";
    info.format = "torch-npu-text";
    info.path = "/home/anna/runs/r3/trainbox7_123_ascend_pt";
    info.profilerLevel = "Level1";
    info.switches["profile_memory"] = "true";
    info.environment["MASTER_ADDR"] = "10.7.0.13";
    info.environment["LOG_DIR"] = "/home/anna/logs/today";
    return info;
}

void addKernels(TraceBuilder& builder, RankId rank, TrackId stream, const std::string& name)
{
    std::uint64_t order = 0;
    for (int step = 0; step < kSteps; ++step) {
        for (int i = 0; i < kKernels; ++i) {
            KernelRow row;
            row.rank = rank;
            row.step = step;
            row.stream = 7;
            row.start = Instant{step * kStepNs + 10'000 + i * 20'000};
            row.duration = Duration{i % 2 == 0 ? 12'345 : 8'000};
            row.wait = Duration{100};
            row.name = builder.intern(i % 2 == 0 ? name : "Add" + std::to_string(i));
            row.type = builder.intern(i % 2 == 0 ? "MatMulV2" : "Add");
            row.core = builder.intern(i % 2 == 0 ? "AI_CORE" : "AI_VECTOR_CORE");
            row.blockDim = 20;
            row.ref = SourceRef(0, order);
            builder.addKernel(row);
            builder.addSlice(stream, {row.start, row.duration, SourceRef(0, order++), row.name});
        }
    }
}

void addCommunication(TraceBuilder& builder, RankId rank, TrackId group)
{
    for (int step = 0; step < kSteps; ++step) {
        CommRecord record;
        record.rank = rank;
        record.step = step;
        record.name = builder.intern("hcom_allReduce__711_" + std::to_string(step) + "_1@1234");
        record.start = Instant{step * kStepNs + 850'000};
        record.elapse = Duration{60'000};
        record.transit = Duration{20'000};
        const CommTransport transport{builder.intern("SDMA"), 1.5e6, Duration{20'000}, 75e9, 1, 10};
        builder.addCommunication(record, std::span(&transport, 1));
        builder.addSlice(group,
                         {record.start, record.elapse, SourceRef(0, 9000U + static_cast<unsigned>(step)), record.name});
    }
}

void addMemory(TraceBuilder& builder, RankId rank)
{
    for (int i = 0; i < 20; ++i) {
        MemoryRecord record;
        record.rank = rank;
        record.component = builder.intern("PTA");
        record.time = Instant{i * 100'000};
        record.allocated = (i + 1) * std::int64_t{1048576};
        record.reserved = std::int64_t{32} * 1048576;
        builder.addMemory(record);
        AllocationRecord allocation;
        allocation.rank = rank;
        allocation.name = builder.intern("aten::empty");
        allocation.size = 1048576;
        allocation.allocated = record.time;
        builder.addAllocation(allocation);
    }
}

} // namespace

std::shared_ptr<const Trace> fullTrace(const std::string& kernelName)
{
    TraceBuilder builder;
    const RankId rank = builder.addRank(rankInfo());
    for (int step = 0; step < kSteps; ++step) {
        StepInfo info;
        info.rank = rank;
        info.id = step;
        info.range = {Instant{step * kStepNs}, Instant{(step + 1) * kStepNs}};
        builder.addStep(info);
    }
    builder.process(builder.process(rank, "1")).role = ProcessRole::Device;
    addKernels(builder, rank, builder.track(rank, "1", "7", TrackKind::Stream), kernelName);
    addCommunication(builder, rank, builder.track(rank, "2", "0", TrackKind::CommGroup));
    addMemory(builder, rank);
    return frozen(std::move(builder));
}

std::shared_ptr<const Trace> emptyTrace()
{
    TraceBuilder builder;
    builder.addRank({});
    return frozen(std::move(builder));
}

ReportMaker::ReportMaker(std::shared_ptr<const Trace> made) : trace(std::move(made)), steps(stepRows(*trace))
{
    auto result = advise(*trace, {});
    if (!result) {
        std::fprintf(stderr, "advice failed: %s\n", result.error().text().c_str());
        std::abort();
    }
    advice = std::move(*result);
}

Report ReportMaker::report(const ReportOptions& options) const
{
    auto built = buildReport({*trace, steps, advice, issues, files, paths}, options);
    if (!built) {
        std::fprintf(stderr, "report failed: %s\n", built.error().text().c_str());
        std::abort();
    }
    return std::move(*built);
}

std::string missingTexts(const ReportSection& section)
{
    std::string out;
    for (const ReportBlock& block : section.blocks) {
        const auto* text = std::get_if<ReportText>(&block);
        if (text && text->tone == ReportText::Tone::Missing)
            out += englishText(text->text) + "\n";
    }
    return out;
}

} // namespace tideline::test
