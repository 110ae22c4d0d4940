// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/host_calls.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "core/analyze/intervals.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

constexpr std::string_view kAscendCl = "AscendCL@";

using Kinds = std::uint16_t; ///< bits by HostCallKind
constexpr Kinds kApiBit = 1U << kHostCallKinds;
constexpr Kinds kKnownBit = kApiBit << 1U;

constexpr Kinds bit(HostCallKind kind)
{
    return static_cast<Kinds>(1U << static_cast<unsigned>(kind));
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

Kinds apiKinds(std::string_view name)
{
    Kinds kinds = name.starts_with("acl") ? kApiBit : Kinds{0};
    if (name.starts_with("aclrtSynchronize"))
        kinds |= bit(HostCallKind::Synchronise);
    if (name.starts_with("aclrtSynchronizeStream"))
        kinds |= bit(HostCallKind::SynchroniseStream);
    if (name == "aclrtMemcpy")
        kinds |= bit(HostCallKind::SyncCopy);
    if (name == "aclopCompileAndExecute")
        kinds |= bit(HostCallKind::Compile);
    for (const std::string_view part : {"MallocMemInner", "MallocPhysical", "FreePhysical"}) {
        if (name.find(part) != name.npos)
            kinds |= bit(HostCallKind::DriverMemory);
    }
    if (name == "aclrtFree")
        kinds |= bit(HostCallKind::DriverMemory);
    return kinds;
}

/// By name alone; whether the slice stands on the runtime's layer decides about calls without a prefix.
Kinds kindsOf(std::string_view name, bool runtimeLayer)
{
    Kinds kinds = kKnownBit;
    if (name.starts_with(kAscendCl))
        kinds |= apiKinds(name.substr(kAscendCl.size()));
    else if (runtimeLayer)
        kinds |= apiKinds(name);
    if (name == "Node@launch" || (runtimeLayer && name == "launch"))
        kinds |= bit(HostCallKind::Launch);
    if (lowered(name).find("dataloader") != std::string::npos)
        kinds |= bit(HostCallKind::DataLoader);
    if (name.starts_with("Optimizer.step#"))
        kinds |= bit(HostCallKind::OptimizerStep);
    return kinds;
}

/// Collects the calls of one rank; judged names are kept.
class Collector {
public:
    /// limit: on the common axis.
    Collector(const Trace& trace, ScopeFilter& filter, std::optional<TimeRange> limit)
        : m_trace(&trace),
          m_filter(&filter),
          m_limit(limit),
          m_names{std::vector<Kinds>(trace.strings().size(), 0), std::vector<Kinds>(trace.strings().size(), 0)},
          m_start(trace.slices().start),
          m_duration(trace.slices().duration),
          m_name(trace.slices().name),
          m_category(trace.slices().category),
          m_collection(trace.strings().size(), 0)
    {
    }

    void take(TrackId id, HostCalls& calls)
    {
        const TrackInfo& track = m_trace->track(id);
        const bool runtime = track.process.valid() && m_trace->process(track.process).role == ProcessRole::Cann;
        calls.hasHost = calls.hasHost || track.slices.size() > 0;
        const Duration shift = m_trace->axisShift(track);
        const TimeRange limit = m_limit.value_or(TimeRange{}).shifted(-shift);
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const Kinds kinds = kindsOfRow(row, runtime);
            if (kinds == kKnownBit)
                continue;
            calls.hasApi = calls.hasApi || (kinds & kApiBit);
            if ((kinds & (kApiBit - 1U)) == 0 || !m_filter->holdsSlice(track, row))
                continue;
            HostCall call{{m_start[row], m_start[row] + m_duration[row]}, SliceId{row}, id};
            if (m_limit)
                call.range = call.range.clippedTo(limit);
            for (std::size_t kind = 0; kind < kHostCallKinds; ++kind) {
                if (kinds & (1U << kind))
                    calls.byKind[kind].push_back(call);
            }
        }
    }

private:
    Kinds kindsOfRow(std::uint32_t row, bool runtime)
    {
        const StringId name = m_name[row];
        Kinds& known = m_names[runtime ? 1 : 0][name.row];
        if (known == 0)
            known = kindsOf(m_trace->text(name), runtime);
        Kinds kinds = known;
        const StringId category = m_category[row];
        if ((kinds & bit(HostCallKind::DataLoader)) && m_trace->text(category) == "python_function")
            kinds &= static_cast<Kinds>(~bit(HostCallKind::DataLoader));
        if (category != kEmptyString && isCollection(category))
            kinds |= bit(HostCallKind::Collection);
        return kinds;
    }
    bool isCollection(StringId category)
    {
        std::uint8_t& known = m_collection[category.row];
        if (known == 0)
            known = lowered(m_trace->text(category)) == "gc" ? 1 : 2;
        return known == 1;
    }

    const Trace* m_trace;
    ScopeFilter* m_filter;
    std::optional<TimeRange> m_limit;
    std::vector<Kinds> m_names[2]; ///< by StringId: elsewhere, on the runtime's layer
    ColumnReader<Instant> m_start;
    ColumnReader<Duration> m_duration;
    ColumnReader<StringId> m_name;
    ColumnReader<StringId> m_category;
    std::vector<std::uint8_t> m_collection;
};

bool byStart(const HostCall& a, const HostCall& b)
{
    return std::tuple(a.range.start, a.slice) < std::tuple(b.range.start, b.slice);
}

/// The time limit of a scope alone.
Scope timeOf(const Scope& scope)
{
    Scope out;
    out.range = scope.range;
    return out;
}

bool isWait(std::string_view text)
{
    const std::string name = lowered(text);
    return name.find("event_wait") != std::string::npos || name.find("notify_wait") != std::string::npos
           || name.find("notify wait") != std::string::npos || name.find("event wait") != std::string::npos;
}

} // namespace

bool isHostTrack(const Trace& trace, const TrackInfo& track)
{
    if (!isCounted(track.kind) || track.kind == TrackKind::Stream || track.kind == TrackKind::CommGroup
        || track.kind == TrackKind::CommPlane || track.kind == TrackKind::Overlap)
        return false;
    const ProcessRole role = track.process.valid() ? trace.process(track.process).role : ProcessRole::Unknown;
    return role == ProcessRole::Unknown || role == ProcessRole::Host || role == ProcessRole::Cann;
}

HostCalls hostCalls(const Trace& trace, RankId rank, const Scope& scope)
{
    HostCalls calls;
    const Scope limits = timeOf(scope);
    ScopeFilter filter(trace, limits);
    Collector collector(trace, filter, scope.range);
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackInfo& track = trace.tracks()[i];
        if (track.rank == rank && isHostTrack(trace, track))
            collector.take(TrackId{i}, calls);
    }
    for (auto& list : calls.byKind) {
        if (!std::is_sorted(list.begin(), list.end(), byStart)) // one thread's calls are
            std::sort(list.begin(), list.end(), byStart);
    }
    return calls;
}

LaunchTimes::LaunchTimes(const Trace& trace, RankId rank)
{
    const FlowColumns& flows = trace.flows();
    ColumnReader category(flows.category);
    ColumnReader to(flows.toSlice);
    ColumnReader from(flows.fromSlice);
    ColumnReader time(flows.fromTime);
    ColumnReader track(flows.toTrack);
    const StringId wanted = trace.strings().find("HostToDevice");
    for (std::uint32_t row = 0; wanted.valid() && row < flows.size(); ++row) {
        if (category[row] != wanted || !to[row].valid() || trace.track(track[row]).rank != rank)
            continue;
        const auto [known, added] = m_bySlice.try_emplace(to[row], Launch{time[row], from[row]});
        if (!added && known->second.time < time[row])
            known->second = {time[row], from[row]};
    }
}

std::optional<Instant> LaunchTimes::of(SliceId slice) const
{
    const auto found = m_bySlice.find(slice);
    return found == m_bySlice.end() ? std::nullopt : std::optional(found->second.time);
}

SliceId LaunchTimes::callOf(SliceId slice) const
{
    const auto found = m_bySlice.find(slice);
    return found == m_bySlice.end() ? SliceId{} : found->second.call;
}

DeviceTasks deviceTasks(const Trace& trace, RankId rank, const Scope& scope)
{
    DeviceTasks tasks;
    const SliceColumns& slices = trace.slices();
    ColumnReader start(slices.start);
    ColumnReader duration(slices.duration);
    ColumnReader name(slices.name);
    ColumnReader type(slices.taskType);
    const Scope limits = timeOf(scope);
    std::optional<TimeRange> limit;
    if (scope.range)
        limit = scope.range->shifted(-trace.rank(rank).axisShift);
    ScopeFilter filter(trace, limits);
    enum : std::uint8_t { Unknown, Copy, Wait, Other };
    std::unordered_map<std::uint64_t, std::uint8_t> judged; // by name and type
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackInfo& track = trace.tracks()[i];
        if (track.rank != rank || track.kind != TrackKind::Stream)
            continue;
        tasks.known = tasks.known || track.slices.size() > 0;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            std::uint8_t& kind = judged[std::uint64_t{name[row].row} << 32 | type[row].row];
            const std::string_view nameText = trace.text(name[row]);
            const std::string_view typeText = trace.text(type[row]);
            if (kind == Unknown
                && (nameText.find("MEMCPY") != nameText.npos || typeText.find("MEMCPY") != typeText.npos))
                kind = Copy;
            else if (kind == Unknown)
                kind = isWait(nameText) || isWait(typeText) ? Wait : Other;
            if (!filter.holdsSlice(track, row))
                continue;
            TimeRange range{start[row], start[row] + duration[row]};
            if (limit)
                range = range.clippedTo(*limit);
            if (kind == Copy)
                tasks.copies.push_back({range, SliceId{row}, TrackId{i}});
            (kind == Wait ? tasks.waits : tasks.other).push_back(range);
        }
    }
    std::sort(tasks.copies.begin(), tasks.copies.end(), byStart);
    mergeRanges(tasks.waits);
    mergeRanges(tasks.other);
    return tasks;
}

} // namespace tideline
