// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/ranking.h"

#include <algorithm>

#include "core/analyze/device_ops.h"
#include "core/analyze/ranking_parts.h"

namespace tideline {

namespace {

Error missingMetric(RankingMetric metric)
{
    switch (metric) {
    case RankingMetric::Duration:
    case RankingMetric::Count: break;
    case RankingMetric::Self:
        return {ErrorCode::NotFound, "kernels have no self time", "--metric self",
                "Rank slices instead: --of slices --metric self"};
    case RankingMetric::Wait:
        return {ErrorCode::NotFound, "the profile gives no wait times here", "--metric wait",
                "They are in kernel_details.csv, beside the timeline: collect with activities=[ProfilerActivity.NPU]"};
    case RankingMetric::MemoryBandwidth:
        return {ErrorCode::NotFound, "the profile gives no memory traffic per kernel", "--metric memory_bandwidth",
                "Collect with aic_metrics=AiCMetrics.Memory (or MemoryAccess) and profiler_level=Level1 or higher"};
    case RankingMetric::CommunicationDuration:
        return {ErrorCode::NotFound, "the profile has no communication operators here",
                "--metric communication_duration",
                "A job of one device has none; else collect with activities=[ProfilerActivity.NPU]"};
    case RankingMetric::Utilization:
        return {ErrorCode::NotFound, "the profile gives no AI Core utilisation per kernel", "--metric utilization",
                "Collect with aic_metrics=AiCMetrics.PipeUtilization and profiler_level=Level1 or higher"};
    }
    return {ErrorCode::Internal, "no figures to rank", {}, {}};
}

bool hasCommunicationKernels(const Trace& trace)
{
    ColumnReader core(trace.kernels().core);
    for (std::uint32_t row = 0; row < trace.kernels().size(); ++row) {
        if (isCommunicationCore(trace.text(core[row])))
            return true;
    }
    return false;
}

/// What only a device can tell: it is missing in words where no device was collected, never 0.
bool asksForDevice(RankingOf of, RankingMetric metric)
{
    return of == RankingOf::Kernels || metric == RankingMetric::Wait || metric == RankingMetric::MemoryBandwidth
           || metric == RankingMetric::Utilization;
}

bool hasDeviceData(const Trace& trace)
{
    return trace.kernels().size() > 0
           || std::any_of(trace.tracks().begin(), trace.tracks().end(), [](const TrackInfo& track) {
                  return track.kind == TrackKind::Stream || track.kind == TrackKind::CommGroup
                         || track.kind == TrackKind::CommPlane;
              });
}

RankingOf defaultOf(const Trace& trace, RankingMetric metric)
{
    if (metric == RankingMetric::CommunicationDuration)
        return RankingOf::Communication;
    if (metric == RankingMetric::Self)
        return RankingOf::Slices;
    return trace.kernels().size() > 0 ? RankingOf::Kernels : RankingOf::Slices;
}

} // namespace

Result<std::vector<std::uint32_t>> ordered(std::vector<RankingCandidate> candidates, const NameOfCandidate& nameOf,
                                           const RankingOptions& options)
{
    const bool anyGiven = std::any_of(candidates.begin(), candidates.end(), [](const auto& c) { return c.given; });
    if (!candidates.empty() && !anyGiven)
        return missingMetric(options.metric);
    const auto before = [&](const RankingCandidate& a, const RankingCandidate& b) {
        if (a.given != b.given)
            return a.given;
        if (a.given && a.metric != b.metric)
            return options.descending ? a.metric > b.metric : a.metric < b.metric;
        const int names = nameOf(a.index).compare(nameOf(b.index));
        return names != 0 ? names < 0 : a.index < b.index;
    };
    const std::size_t kept = options.top == 0 ? candidates.size() : std::min(options.top, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept), candidates.end(),
                      before);
    std::vector<std::uint32_t> indices;
    indices.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i)
        indices.push_back(candidates[i].index);
    return indices;
}

std::optional<double> shareOf(Duration part, Duration whole)
{
    if (whole.ns <= 0)
        return std::nullopt;
    return static_cast<double>(part.ns) / static_cast<double>(whole.ns);
}

Result<Ranking> rank(const Trace& trace, const RankingOptions& options)
{
    const RankingOf of = options.of.value_or(defaultOf(trace, options.metric));
    if (trace.slices().size() > 0 && asksForDevice(of, options.metric) && !hasDeviceData(trace))
        return Error{ErrorCode::NotFound,
                     "no device data collected",
                     {},
                     "Rank host slices (--of slices), or collect with activities=[ProfilerActivity.NPU]"};
    switch (of) {
    case RankingOf::Kernels:
        if (trace.kernels().size() == 0)
            return Error{ErrorCode::NotFound, "the profile has no kernel table", "--of kernels",
                         "Rank its slices instead (--of slices), or collect with activities=[ProfilerActivity.NPU]"};
        return rankKernels(trace, options, of);
    case RankingOf::Communication:
        if (hasCommunicationKernels(trace))
            return rankKernels(trace, options, of);
        return rankSlices(trace, options, of);
    case RankingOf::Slices:
    case RankingOf::Apis: return rankSlices(trace, options, of);
    }
    return Error{ErrorCode::Internal, "unknown kind of ranking", {}, {}};
}

} // namespace tideline
