// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/marked_steps.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tideline {

namespace {

constexpr std::string_view kMark = "ProfilerStep#";

/// Kineto repeats the mark on the device's lanes; the step is what the host did.
bool isHostMark(TraceBuilder& builder, TrackId track, const SliceRow& slice)
{
    if (builder.strings().text(slice.category).starts_with("gpu_"))
        return false;
    switch (builder.track(track).kind) {
    case TrackKind::HostThread:
    case TrackKind::Process:
    case TrackKind::Other: return true;
    case TrackKind::Stream:
    case TrackKind::CommGroup:
    case TrackKind::CommPlane:
    case TrackKind::Overlap:
    case TrackKind::Async:
    case TrackKind::Unfinished: return false;
    }
    return false;
}

void add(TraceBuilder& builder, const StepRanges& steps)
{
    for (const auto& [key, range] : steps)
        builder.addStep({RankId{key.first}, key.second, range, StepSource::Marked});
}

} // namespace

StepRanges stepMarks(TraceBuilder& builder)
{
    StepRanges marked;
    std::set<std::uint32_t> listedRanks; // their files list the steps
    for (const StepInfo& step : builder.steps())
        listedRanks.insert(step.rank.row);
    builder.forEachSliceNamed(kMark, [&](TrackId track, const SliceRow& slice) {
        const auto number = stepNumber(builder.strings().text(slice.name));
        if (!number || !isHostMark(builder, track, slice))
            return;
        const std::uint32_t rank = builder.track(track).rank.row;
        if (listedRanks.contains(rank))
            return;
        const TimeRange range{slice.start, slice.start + slice.duration};
        const auto [at, fresh] = marked.try_emplace({rank, *number}, range);
        if (!fresh && at->second.length() < range.length())
            at->second = range;
    });
    return marked;
}

StepRanges kernelSpans(const TraceBuilder& builder)
{
    StepRanges spans;
    builder.forEachKernel([&](const KernelRow& kernel) {
        if (kernel.step == kNoInteger)
            return;
        const TimeRange range{kernel.start, kernel.start + kernel.duration};
        const auto [at, fresh] = spans.try_emplace({kernel.rank.row, kernel.step}, range);
        if (!fresh) {
            at->second.start = std::min(at->second.start, range.start);
            at->second.end = std::max(at->second.end, range.end);
        }
    });
    return spans;
}

void addMarkedSteps(TraceBuilder& builder)
{
    const StepRanges marked = stepMarks(builder);
    std::set<std::uint32_t> markedRanks;
    for (const StepInfo& step : builder.steps())
        markedRanks.insert(step.rank.row);
    for (const auto& [key, range] : marked)
        markedRanks.insert(key.first);
    add(builder, marked);
    StepRanges spans = kernelSpans(builder);
    std::erase_if(spans, [&](const auto& span) { return markedRanks.contains(span.first.first); });
    add(builder, spans);
}

std::optional<std::int64_t> stepNumber(std::string_view name)
{
    if (!name.starts_with(kMark))
        return {};
    name.remove_prefix(kMark.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc{} || end != name.data() + name.size() || number < 0)
        return {};
    return number;
}

} // namespace tideline
