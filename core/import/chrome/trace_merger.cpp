// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/trace_merger.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/decode/json/raw_json.h"
#include "core/import/chrome/device_split.h"
#include "core/import/chrome/lane_roles.h"

namespace tideline {

namespace {

std::optional<std::int64_t> integerIn(const std::string& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The first value that is not empty wins.
void fill(std::string& into, const std::string& value)
{
    if (into.empty())
        into = value;
}

} // namespace

void TraceMerger::merge()
{
    mapTexts();
    mapRows();
    if (m_progress.cancelled())
        return;
    gatherLanes();
    noteMixedIds();
    gatherNamings();
    if (m_rankOfDevice)
        findDevices();
    addTotals();
    addCounters();
    addLanes();
    mapFlowTracks();
    if (m_progress.cancelled())
        return;
    if (m_rankOfProcess.empty())
        addFlows();
    else
        addFlowsOfDevices();
    addAsyncs();
    m_builder.addTotals(m_totals);
    for (const auto& collector : m_collectors)
        m_issues.merge(collector->issues);
}

TraceMerger::Home TraceMerger::homeOf(std::string_view pid) const
{
    if (const auto own = m_rankOfProcess.find(pid); own != m_rankOfProcess.end())
        return {own->second, pid};
    const std::size_t slash = m_ranks.empty() ? std::string_view::npos : pid.find('/');
    const auto found = slash == std::string_view::npos ? m_ranks.end() : m_ranks.find(pid.substr(0, slash + 1));
    return found == m_ranks.end() ? Home{m_rank, pid} : Home{found->second, pid.substr(slash + 1)};
}

ProcessId TraceMerger::processOf(std::string_view pid)
{
    const Home home = homeOf(pid);
    return m_builder.process(home.rank, home.pid);
}

TrackId TraceMerger::trackOf(std::string_view pid, std::string_view tid, TrackKind kind)
{
    const Home home = homeOf(pid);
    return m_builder.track(home.rank, home.pid, tid, kind);
}

void TraceMerger::mapTexts()
{
    for (const auto& collector : m_collectors) {
        std::vector<StringId>& ids = m_texts[collector.get()];
        ids.reserve(collector->texts.size());
        for (std::uint32_t i = 0; i < collector->texts.size(); ++i)
            ids.push_back(m_builder.intern(jsonTokenText(collector->texts.bytes(i))));
    }
}

StringId TraceMerger::mapped(const EventCollector* collector, StringId local) const
{
    return m_texts.at(collector)[local.row];
}

void TraceMerger::mapRows()
{
    struct Part {
        EventCollector* collector;
        CollectedLane* lane; // null: the flows
    };
    std::vector<Part> parts;
    std::map<const EventCollector*, std::vector<bool>> device; // by text
    for (const auto& collector : m_collectors) {
        std::vector<bool>& isDevice = device[collector.get()];
        for (const StringId id : m_texts[collector.get()])
            isDevice.push_back(isDeviceCategory(m_builder.strings().text(id)));
        parts.push_back({collector.get(), nullptr});
        for (CollectedLane& lane : collector->lanes)
            parts.push_back({collector.get(), &lane});
    }
    m_pool.forEach(parts.size(), [&](std::size_t i) {
        const auto& [collector, lane] = parts[i];
        const std::vector<StringId>& ids = m_texts.at(collector);
        if (!lane) {
            for (std::vector<FlowPoint>& chunk : collector->flows.chunks()) {
                if (m_progress.cancelled())
                    return;
                for (FlowPoint& point : chunk)
                    point.category = ids[point.category.row];
            }
            return;
        }
        const std::vector<bool>& isDevice = device.at(collector);
        for (std::vector<SliceRow>& chunk : lane->slices.chunks()) {
            if (m_progress.cancelled())
                return;
            for (SliceRow& row : chunk) {
                lane->deviceCategories = lane->deviceCategories || isDevice[row.category.row];
                row.name = ids[row.name.row];
                row.category = ids[row.category.row];
                row.taskType = ids[row.taskType.row];
            }
        }
        for (InstantRow& row : lane->instants)
            row.name = ids[row.name.row];
    });
}

void TraceMerger::mapFlowTracks()
{
    std::vector<std::pair<const std::vector<TrackId>*, std::vector<FlowPoint>*>> parts;
    for (const auto& collector : m_collectors) {
        for (std::vector<FlowPoint>& chunk : collector->flows.chunks())
            parts.emplace_back(&m_tracks[collector.get()], &chunk);
    }
    m_pool.forEach(parts.size(), [&](std::size_t i) {
        if (m_progress.cancelled())
            return;
        for (FlowPoint& point : *parts[i].second)
            point.track = (*parts[i].first)[point.track.row];
    });
}

void TraceMerger::gatherLanes()
{
    std::map<LaneKey, std::size_t> known;
    for (const auto& collector : m_collectors) {
        std::vector<std::size_t>& laneOf = m_laneOf[collector.get()];
        for (std::uint32_t i = 0; i < collector->lanes.size(); ++i) {
            const CollectedLane& part = collector->lanes[i];
            const LaneKey key{jsonTokenText(part.pid), jsonTokenText(part.tid)};
            const auto [it, added] = known.emplace(key, m_lanes.size());
            if (added)
                m_lanes.push_back({key.first, key.second, part.firstRef, {}});
            Lane& lane = m_lanes[it->second];
            lane.firstRef = std::min(lane.firstRef, part.firstRef);
            lane.parts.emplace_back(collector.get(), i);
            laneOf.push_back(it->second);
        }
    }
}

void TraceMerger::noteMixedIds()
{
    std::map<std::string, std::pair<SourceRef, SourceRef>> seen; // first as a number, first as a text
    std::optional<SourceRef> mixed;
    const auto note = [&](char kind, const std::string& token, SourceRef ref) {
        auto& [number, text] = seen[kind + jsonTokenText(token)];
        SourceRef& place = token.front() == '"' ? text : number;
        place = std::min(place, ref);
        if (number.valid() && text.valid())
            mixed = std::min(mixed.value_or(SourceRef()), std::max(number, text));
    };
    for (const auto& collector : m_collectors) {
        for (const CollectedLane& lane : collector->lanes) {
            note('p', lane.pid, lane.firstRef);
            note('t', lane.tid, lane.firstRef);
        }
    }
    if (mixed)
        m_issues.add(IssueKind::MixedIdTypes, *mixed);
}

void TraceMerger::gatherNamings()
{
    std::vector<std::pair<const NamingEvent*, const Lane*>> namings;
    for (const auto& collector : m_collectors) {
        for (const NamingEvent& naming : collector->namings)
            namings.emplace_back(&naming, &m_lanes[m_laneOf[collector.get()][naming.lane]]);
    }
    std::sort(namings.begin(), namings.end(), [](const auto& a, const auto& b) { return a.first->ref < b.first->ref; });
    for (const auto& [naming, lane] : namings) {
        ProcessNaming& process = m_processes[lane->pid];
        switch (naming->kind) {
        case NamingEvent::Kind::ProcessName: fill(process.name, naming->value); break;
        case NamingEvent::Kind::ProcessLabels: fill(process.labels, naming->value); break;
        case NamingEvent::Kind::ProcessSortIndex:
            if (!process.sortIndex)
                process.sortIndex = integerIn(naming->value);
            break;
        case NamingEvent::Kind::ThreadName: fill(m_threads[{lane->pid, lane->tid}].name, naming->value); break;
        case NamingEvent::Kind::ThreadSortIndex: {
            ThreadNaming& thread = m_threads[{lane->pid, lane->tid}];
            if (!thread.sortIndex)
                thread.sortIndex = integerIn(naming->value);
            break;
        }
        }
    }
}

void TraceMerger::findDevices()
{
    std::map<std::string, std::string> labels;
    for (const Lane& lane : m_lanes)
        labels[lane.pid];
    for (const auto& collector : m_collectors) {
        for (const CollectedSeries& series : collector->series)
            labels[jsonTokenText(series.pid)];
    }
    for (const auto& [pid, naming] : m_processes)
        labels[pid] = naming.labels;
    const auto devices = devicesOfProcesses(labels);
    std::set<std::int64_t> numbers;
    for (const auto& [pid, device] : devices)
        numbers.insert(device);
    std::map<std::int64_t, RankId> ranks;
    for (const std::int64_t device : numbers)
        ranks[device] = m_rankOfDevice(device);
    for (const auto& [pid, device] : devices)
        m_rankOfProcess.emplace(pid, ranks[device]);
}

void TraceMerger::nameProcess(const std::string& pid)
{
    const ProcessNaming& naming = m_processes[pid];
    ProcessInfo& info = m_builder.process(processOf(pid));
    fill(info.name, naming.name);
    fill(info.labels, naming.labels);
    if (!info.sortIndex)
        info.sortIndex = naming.sortIndex;
    if (info.role == ProcessRole::Unknown)
        info.role = roleOfProcess(info.name, info.labels);
}

void TraceMerger::nameTrack(TrackId track, const Lane& lane)
{
    const auto found = m_threads.find({lane.pid, lane.tid});
    if (found == m_threads.end())
        return;
    TrackInfo& info = m_builder.track(track);
    fill(info.name, found->second.name);
    if (!info.sortIndex)
        info.sortIndex = found->second.sortIndex;
}

void TraceMerger::addCounters()
{
    std::vector<std::pair<EventCollector*, CollectedSeries*>> all;
    for (const auto& collector : m_collectors) {
        for (CollectedSeries& series : collector->series)
            all.emplace_back(collector.get(), &series);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second->firstRef, a.second->key) < std::pair(b.second->firstRef, b.second->key);
    });
    for (auto& [collector, series] : all) {
        const std::string pid = jsonTokenText(series->pid);
        std::string name = jsonTokenText(series->name);
        if (!series->id.empty())
            name += '[' + jsonTokenText(series->id) + ']';
        if (!series->instance.empty())
            name += ' ' + series->instance;
        const std::string key = unescapedJson(series->key);
        nameProcess(pid);
        const Home home = homeOf(pid);
        const CounterId id = m_builder.counter(home.rank, home.pid, name, key);
        CounterInfo& info = m_builder.counter(id);
        fill(info.unit, unitOfSeries(m_builder.process(info.process).name, key));
        for (std::vector<SampleRow>& chunk : series->samples.chunks())
            m_builder.addSamples(id, std::move(chunk));
    }
}

bool TraceMerger::hasDeviceCategories(const Lane& lane)
{
    return std::any_of(lane.parts.begin(), lane.parts.end(),
                       [](const auto& part) { return part.first->lanes[part.second].deviceCategories; });
}

void TraceMerger::addLanes()
{
    std::vector<const Lane*> order;
    for (const auto& collector : m_collectors)
        m_tracks[collector.get()].assign(collector->lanes.size(), TrackId());
    for (const Lane& lane : m_lanes) {
        const bool used = std::any_of(lane.parts.begin(), lane.parts.end(), [](const auto& part) {
            return part.first->lanes[part.second].used || !part.first->lanes[part.second].open.empty();
        });
        if (used)
            order.push_back(&lane);
    }
    std::sort(order.begin(), order.end(), [](const Lane* a, const Lane* b) {
        return std::tie(a->firstRef, a->pid, a->tid) < std::tie(b->firstRef, b->pid, b->tid);
    });
    for (const Lane* lane : order)
        addLane(*lane);
}

void TraceMerger::addLane(const Lane& lane)
{
    nameProcess(lane.pid);
    const auto thread = m_threads.find({lane.pid, lane.tid});
    const std::string threadName = thread == m_threads.end() ? std::string() : thread->second.name;
    ProcessInfo& process = m_builder.process(processOf(lane.pid));
    const TrackKind kind = kindOfLane(process.role, threadName, hasDeviceCategories(lane));
    if (kind == TrackKind::Stream && process.role == ProcessRole::Unknown)
        process.role = ProcessRole::Device;
    const bool used = std::any_of(lane.parts.begin(), lane.parts.end(),
                                  [](const auto& part) { return part.first->lanes[part.second].used; });
    if (used) {
        const TrackId track = trackOf(lane.pid, lane.tid, kind);
        nameTrack(track, lane);
        for (const auto& [collector, index] : lane.parts) {
            CollectedLane& part = collector->lanes[index];
            m_tracks[collector][index] = track;
            for (std::vector<SliceRow>& chunk : part.slices.chunks())
                m_builder.addSlices(track, std::move(chunk));
            for (const InstantRow& row : part.instants)
                m_builder.addInstant(track, row);
        }
    }
    addOpenEvents(lane, kind);
}

void TraceMerger::addOpenEvents(const Lane& lane, TrackKind kind)
{
    std::vector<OpenEvent> events;
    for (const auto& [collector, index] : lane.parts) {
        for (OpenEvent event : collector->lanes[index].open) {
            event.name = mapped(collector, event.name);
            event.category = mapped(collector, event.category);
            event.taskType = mapped(collector, event.taskType);
            events.push_back(event);
        }
    }
    if (events.empty())
        return;
    PairedLane paired = pairOpenEvents(std::move(events));
    if (!paired.slices.empty())
        m_builder.addSlices(trackOf(lane.pid, lane.tid, kind), std::move(paired.slices));
    for (const SourceRef end : paired.ends)
        m_issues.add(IssueKind::UnmatchedEnd, end);
    m_totals.endUnmatched += paired.ends.size();
    m_totals.beginUnmatched += paired.begins.size();
    const Instant traceEnd = m_totals.last.value_or(Instant{});
    for (const OpenEvent& begin : paired.begins) {
        m_issues.add(IssueKind::UnmatchedBegin, begin.ref);
        const Duration length = std::max(traceEnd - begin.time, Duration{});
        m_builder.addSlice(trackOf(lane.pid, lane.tid, TrackKind::Unfinished),
                           {begin.time, length, begin.ref, begin.name, begin.category, begin.taskType});
    }
}

void TraceMerger::addFlows()
{
    for (const auto& collector : m_collectors) {
        for (std::vector<FlowPoint>& chunk : collector->flows.chunks()) {
            if (m_ranks.empty()) {
                m_builder.addFlowPoints(m_rank, std::move(chunk));
                continue;
            }
            std::map<RankId, std::vector<FlowPoint>> points; // of files that hold several ranks
            for (const FlowPoint& point : chunk)
                points[m_builder.track(point.track).rank].push_back(point);
            for (auto& [rank, ofRank] : points)
                m_builder.addFlowPoints(rank, std::move(ofRank));
        }
    }
}

/// One process may drive several devices: a start on the host is a start for the rank of each of its ends.
void TraceMerger::addFlowsOfDevices()
{
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::set<RankId>> ends; // by key
    for (const auto& collector : m_collectors) {
        collector->flows.forEach([&](const FlowPoint& point) {
            if (point.phase == FlowPhase::End)
                ends[{point.keyHigh, point.keyLow}].insert(m_builder.track(point.track).rank);
        });
    }
    std::map<RankId, std::vector<FlowPoint>> points;
    for (const auto& collector : m_collectors) {
        collector->flows.forEach([&](const FlowPoint& point) {
            const auto targets = ends.find({point.keyHigh, point.keyLow});
            if (point.phase == FlowPhase::End || targets == ends.end())
                points[m_builder.track(point.track).rank].push_back(point);
            else
                for (const RankId rank : targets->second)
                    points[rank].push_back(point);
        });
    }
    for (auto& [rank, ofRank] : points)
        m_builder.addFlowPoints(rank, std::move(ofRank));
}

void TraceMerger::addAsyncs()
{
    std::vector<AsyncEvent> events;
    for (const auto& collector : m_collectors) {
        for (AsyncEvent event : collector->asyncs) {
            event.lane = static_cast<std::uint32_t>(m_laneOf[collector.get()][event.lane]);
            event.name = mapped(collector.get(), event.name);
            event.category = mapped(collector.get(), event.category);
            events.push_back(event);
        }
    }
    PairedAsyncs paired = pairAsyncEvents(std::move(events));
    std::sort(paired.spans.begin(), paired.spans.end(),
              [](const AsyncSpan& a, const AsyncSpan& b) { return a.row.ref < b.row.ref; });
    for (const AsyncSpan& span : paired.spans) {
        const std::string& pid = m_lanes[span.lane].pid;
        nameProcess(pid);
        const std::string_view category = m_builder.strings().text(span.row.category);
        m_builder.addSlice(trackOf(pid, category, TrackKind::Async), span.row);
    }
    for (const SourceRef begin : paired.begins)
        m_issues.add(IssueKind::UnmatchedBegin, begin, "asynchronous");
    for (const SourceRef end : paired.ends)
        m_issues.add(IssueKind::UnmatchedEnd, end, "asynchronous");
}

void TraceMerger::addTotals()
{
    m_totals.fromEvents = true;
    for (const auto& collector : m_collectors) {
        for (std::size_t i = 0; i < collector->phases.size(); ++i) {
            if (collector->phases[i] > 0)
                m_totals.eventsByPhase[std::string(1, static_cast<char>(i))] += collector->phases[i];
        }
        for (const auto& [phase, count] : collector->oddPhases)
            m_totals.eventsByPhase[phase] += count;
        if (collector->first)
            m_totals.first = std::min(m_totals.first.value_or(Instant{*collector->first}), Instant{*collector->first});
        if (collector->last)
            m_totals.last = std::max(m_totals.last.value_or(Instant{*collector->last}), Instant{*collector->last});
    }
}

} // namespace tideline
