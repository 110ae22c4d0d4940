// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace_joiner.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "core/store/column_sink.h"
#include "core/store/freeze_axis.h"
#include "core/store/trace_parts.h"

namespace tideline {

namespace {

/// What is done for each column of the slices, flows and so on; run in parallel.
using Tasks = std::vector<std::function<void()>>;

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// Sinks as the columns of a table, made with the format that the table's columns have in a store.
template <typename T>
ColumnSink<T> sinkFor(StoreWriter* writer, bool rising = false, FrameCheck check = FrameCheck::Any)
{
    if constexpr (std::is_same_v<T, StringId>)
        check = FrameCheck::Valid;
    return ColumnSink<T>(frameFormat<T>(rising, check), writer);
}

SourceRef movedRef(SourceRef ref, std::uint32_t by)
{
    return ref.valid() ? SourceRef(ref.source() + by, ref.offset()) : ref;
}

} // namespace

struct TraceJoiner::Sinks {
    explicit Sinks(StoreWriter* writer) : w(writer) {}

    StoreWriter* w;
    struct {
        ColumnSink<Instant> start;
        ColumnSink<Duration> duration, self;
        ColumnSink<StringId> name, category, taskType;
        ColumnSink<SliceId> parent;
        ColumnSink<SourceRef> ref;
    } slices{sinkFor<Instant>(w, true),
             sinkFor<Duration>(w),
             sinkFor<Duration>(w),
             sinkFor<StringId>(w),
             sinkFor<StringId>(w),
             sinkFor<StringId>(w),
             sinkFor<SliceId>(w, false, FrameCheck::Earlier),
             sinkFor<SourceRef>(w, true)};
    struct {
        ColumnSink<Instant> time;
        ColumnSink<TrackId> track;
        ColumnSink<StringId> name;
        ColumnSink<SourceRef> ref;
    } instants{sinkFor<Instant>(w, true), sinkFor<TrackId>(w, false, FrameCheck::Valid), sinkFor<StringId>(w),
               sinkFor<SourceRef>(w, true)};
    struct {
        ColumnSink<Instant> time;
        ColumnSink<double> value;
    } samples{sinkFor<Instant>(w, true), sinkFor<double>(w)};
    struct {
        ColumnSink<TrackId> fromTrack;
        ColumnSink<Instant> fromTime;
        ColumnSink<SliceId> fromSlice;
        ColumnSink<TrackId> toTrack;
        ColumnSink<Instant> toTime;
        ColumnSink<SliceId> toSlice;
        ColumnSink<StringId> category;
    } flows{sinkFor<TrackId>(w, false, FrameCheck::Valid),
            sinkFor<Instant>(w, true),
            sinkFor<SliceId>(w),
            sinkFor<TrackId>(w, false, FrameCheck::Valid),
            sinkFor<Instant>(w, true),
            sinkFor<SliceId>(w),
            sinkFor<StringId>(w)};
    struct {
        ColumnSink<RankId> rank;
        ColumnSink<Instant> start;
        ColumnSink<Duration> duration, wait;
        ColumnSink<SliceId> slice;
        ColumnSink<SourceRef> ref;
    } kernels{sinkFor<RankId>(w, false, FrameCheck::Valid),
              sinkFor<Instant>(w, true),
              sinkFor<Duration>(w),
              sinkFor<Duration>(w),
              sinkFor<SliceId>(w),
              sinkFor<SourceRef>(w, true)};
    /// The columns of kernels that differ in nothing but their place.
    static constexpr Column<StringId> KernelColumns::*kTexts[] = {
        &KernelColumns::name,         &KernelColumns::type,         &KernelColumns::core,
        &KernelColumns::opState,      &KernelColumns::inputShapes,  &KernelColumns::inputTypes,
        &KernelColumns::inputFormats, &KernelColumns::outputShapes, &KernelColumns::outputTypes,
        &KernelColumns::outputFormats};
    static constexpr Column<std::int64_t> KernelColumns::*kNumbers[] = {
        &KernelColumns::step,   &KernelColumns::stream,   &KernelColumns::task,
        &KernelColumns::device, &KernelColumns::blockDim, &KernelColumns::mixBlockDim};
    std::vector<ColumnSink<StringId>> kernelTexts{std::size(kTexts), sinkFor<StringId>(w)};
    std::vector<ColumnSink<std::int64_t>> kernelNumbers{std::size(kNumbers), sinkFor<std::int64_t>(w)};
    std::vector<std::pair<std::string, ColumnSink<double>>> metrics;
    ColumnSink<KernelTie> ties = sinkFor<KernelTie>(w);
    ColumnSink<CommRecord> communication = sinkFor<CommRecord>(w);
    ColumnSink<CommTransport> transports = sinkFor<CommTransport>(w);
    ColumnSink<LinkRecord> links = sinkFor<LinkRecord>(w);
    ColumnSink<MemoryRecord> memory = sinkFor<MemoryRecord>(w);
    ColumnSink<AllocationRecord> allocations = sinkFor<AllocationRecord>(w);

    ColumnSink<double>& metric(const std::string& name)
    {
        for (auto& [known, sink] : metrics) {
            if (known == name)
                return sink;
        }
        return metrics.emplace_back(name, sinkFor<double>(w)).second;
    }

    void addSliceTasks(const SliceColumns& from, const PartPlaces& to, Tasks& tasks);
    void addPointTasks(const Trace& part, const PartPlaces& to, Tasks& tasks);
    void addFlowTasks(const FlowColumns& from, const PartPlaces& to, Tasks& tasks);
    void addKernelTasks(const Trace& part, const PartPlaces& to, Tasks& tasks);
    void addRecordTasks(const RecordTables& from, const PartPlaces& to, Tasks& tasks);
    KernelColumns finishKernels(const std::shared_ptr<const FramePager>& pager);
};

TraceJoiner::TraceJoiner(TaskPool& pool) : TraceJoiner(pool, nullptr, nullptr, KeepTexts::Yes, Progress{})
{
}

TraceJoiner::TraceJoiner(TaskPool& pool, StoreWriter* writer, std::shared_ptr<const FramePager> pager, KeepTexts keep,
                         Progress progress)
    : m_pool(pool),
      m_writer(writer),
      m_pager(std::move(pager)),
      m_keepTexts(keep),
      m_progress(std::move(progress)),
      m_trace(std::make_shared<Trace>()),
      m_sinks(std::make_unique<Sinks>(writer))
{
}

TraceJoiner::~TraceJoiner() = default;

void TraceJoiner::Sinks::addSliceTasks(const SliceColumns& from, const PartPlaces& to, Tasks& tasks)
{
    const auto text = [&to](StringId id) { return to.text(id); };
    tasks.emplace_back([&] { slices.start.append(from.start); });
    tasks.emplace_back([&] { slices.duration.append(from.duration); });
    tasks.emplace_back([&] { slices.self.append(from.self); });
    tasks.emplace_back([&, text] { slices.name.append(from.name, text); });
    tasks.emplace_back([&, text] { slices.category.append(from.category, text); });
    tasks.emplace_back([&, text] { slices.taskType.append(from.taskType, text); });
    tasks.emplace_back([&] { slices.parent.append(from.parent, [&](SliceId id) { return to.slice(id); }); });
    tasks.emplace_back([&] { slices.ref.append(from.ref, [&](SourceRef ref) { return movedRef(ref, to.sources); }); });
}

void TraceJoiner::Sinks::addPointTasks(const Trace& part, const PartPlaces& to, Tasks& tasks)
{
    const InstantColumns& from = part.instants();
    tasks.emplace_back([&] {
        instants.time.append(from.time);
        instants.track.append(from.track, [&](TrackId id) { return to.track(id); });
        instants.name.append(from.name, [&](StringId id) { return to.text(id); });
        instants.ref.append(from.ref, [&](SourceRef ref) { return movedRef(ref, to.sources); });
    });
    tasks.emplace_back([&] { samples.time.append(part.samples().time); });
    tasks.emplace_back([&] { samples.value.append(part.samples().value); });
}

void TraceJoiner::Sinks::addFlowTasks(const FlowColumns& from, const PartPlaces& to, Tasks& tasks)
{
    tasks.emplace_back([&] { flows.fromTime.append(from.fromTime); });
    tasks.emplace_back([&] { flows.toTime.append(from.toTime); });
    tasks.emplace_back([&] {
        flows.fromTrack.append(from.fromTrack, [&](TrackId id) { return to.track(id); });
        flows.fromSlice.append(from.fromSlice, [&](SliceId id) { return to.slice(id); });
    });
    tasks.emplace_back([&] {
        flows.toTrack.append(from.toTrack, [&](TrackId id) { return to.track(id); });
        flows.toSlice.append(from.toSlice, [&](SliceId id) { return to.slice(id); });
    });
    tasks.emplace_back([&] { flows.category.append(from.category, [&](StringId id) { return to.text(id); }); });
}

void TraceJoiner::Sinks::addKernelTasks(const Trace& part, const PartPlaces& to, Tasks& tasks)
{
    const KernelColumns& from = part.kernels();
    tasks.emplace_back([&] {
        kernels.rank.append(from.rank, [&](RankId id) { return to.rank(id); });
        kernels.start.append(from.start);
        kernels.duration.append(from.duration);
        kernels.wait.append(from.wait);
        kernels.slice.append(from.slice, [&](SliceId id) { return to.slice(id); });
        kernels.ref.append(from.ref, [&](SourceRef ref) { return movedRef(ref, to.sources); });
    });
    for (std::size_t i = 0; i < std::size(kTexts); ++i)
        tasks.emplace_back(
            [&, i] { kernelTexts[i].append(from.*kTexts[i], [&](StringId id) { return to.text(id); }); });
    for (std::size_t i = 0; i < std::size(kNumbers); ++i)
        tasks.emplace_back([&, i] { kernelNumbers[i].append(from.*kNumbers[i]); });
    for (const NamedColumn& column : from.metrics)
        metric(column.name); // before any of them is filled: the list must not grow then
    for (const NamedColumn& column : from.metrics) {
        tasks.emplace_back([&, sink = &metric(column.name)] {
            sink->fillTo(to.kernels, kGap);
            sink->append(column.values);
        });
    }
    tasks.emplace_back([&] {
        ties.append(TraceParts::kernelTies(part), [&](KernelTie tie) {
            return KernelTie{to.slice(tie.slice), PartPlaces::moved(tie.kernel, to.kernels)};
        });
    });
}

void TraceJoiner::Sinks::addRecordTasks(const RecordTables& from, const PartPlaces& to, Tasks& tasks)
{
    tasks.emplace_back([&] {
        communication.append(from.communication, [&](CommRecord row) {
            row.rank = to.rank(row.rank);
            row.name = to.text(row.name);
            row.group = to.text(row.group);
            row.transports = PartPlaces::moved(row.transports, to.transports);
            return row;
        });
        transports.append(from.transports, [&](CommTransport row) {
            row.transport = to.text(row.transport);
            return row;
        });
        links.append(from.links, [&](LinkRecord row) {
            row.rank = to.rank(row.rank);
            row.name = to.text(row.name);
            row.group = to.text(row.group);
            row.operation = to.text(row.operation);
            row.transport = to.text(row.transport);
            return row;
        });
    });
    tasks.emplace_back([&] {
        memory.append(from.memory, [&](MemoryRecord row) {
            row.rank = to.rank(row.rank);
            row.component = to.text(row.component);
            row.device = to.text(row.device);
            return row;
        });
        allocations.append(from.allocations, [&](AllocationRecord row) {
            row.rank = to.rank(row.rank);
            row.name = to.text(row.name);
            row.device = to.text(row.device);
            return row;
        });
    });
}

Result<PartPlaces> TraceJoiner::placesFor(const Trace& part)
{
    const auto& s = *m_sinks;
    PartPlaces places;
    bool fits = true;
    const auto place = [&fits](std::size_t have, std::size_t more) {
        fits = fits && have + more < std::numeric_limits<std::uint32_t>::max();
        return static_cast<std::uint32_t>(have);
    };
    places.ranks = place(m_trace->ranks().size(), part.ranks().size());
    places.processes = place(m_trace->processes().size(), part.processes().size());
    places.tracks = place(m_trace->tracks().size(), part.tracks().size());
    places.counters = place(m_trace->counters().size(), part.counters().size());
    places.slices = place(s.slices.start.size(), part.slices().size());
    places.instants = place(s.instants.time.size(), part.instants().size());
    places.samples = place(s.samples.time.size(), part.samples().size());
    places.flows = place(s.flows.fromTime.size(), part.flows().size());
    places.kernels = place(s.kernels.start.size(), part.kernels().size());
    places.transports = place(s.transports.size(), part.records().transports.size());
    places.sources = place(m_trace->sources().size(), part.sources().size());
    place(s.memory.size(), part.records().memory.size());
    place(s.allocations.size(), part.records().allocations.size());
    place(s.links.size(), part.records().links.size());
    if (!fits)
        return Error{ErrorCode::TooLarge, "more than 4 billion events of one kind", {}, "Open fewer ranks at once"};
    if (m_trace->sources().size() + part.sources().size() > kMaxSources)
        return Error{ErrorCode::TooLarge, "too many input files", {}, "Open fewer ranks at once"};
    return places;
}

Result<PartPlaces> TraceJoiner::append(const Trace& part)
{
    auto placed = placesFor(part);
    if (!placed)
        return placed;
    PartPlaces& places = *placed;
    for (std::uint32_t i = 0; i < part.strings().size(); ++i)
        places.texts.push_back(TraceParts::strings(*m_trace).intern(part.text(StringId{i})));
    appendLanes(part, places);
    appendTables(part, places);
    Tasks tasks;
    m_sinks->addSliceTasks(part.slices(), places, tasks);
    m_sinks->addPointTasks(part, places, tasks);
    m_sinks->addFlowTasks(part.flows(), places, tasks);
    m_sinks->addKernelTasks(part, places, tasks);
    m_sinks->addRecordTasks(part.records(), places, tasks);
    m_pool.forEach(tasks.size(), [&](std::size_t i) {
        if (!m_progress.cancelled())
            tasks[i]();
    });
    return placed;
}

/// Everything that is no column: ranks, lanes, steps, sources and sums.
void TraceJoiner::appendLanes(const Trace& part, const PartPlaces& places)
{
    for (const RankInfo& rank : part.ranks())
        TraceParts::ranks(*m_trace).push_back(rank);
    for (ProcessInfo process : part.processes()) {
        process.rank = places.rank(process.rank);
        TraceParts::processes(*m_trace).push_back(std::move(process));
    }
    for (TrackInfo track : part.tracks()) {
        track.rank = places.rank(track.rank);
        track.process = PartPlaces::moved(track.process, places.processes);
        track.slices = PartPlaces::moved(track.slices, places.slices);
        for (RowRange& row : track.rows)
            row = PartPlaces::moved(row, places.slices);
        track.instants = PartPlaces::moved(track.instants, places.instants);
        TraceParts::tracks(*m_trace).push_back(std::move(track));
    }
    for (CounterInfo counter : part.counters()) {
        counter.rank = places.rank(counter.rank);
        counter.process = PartPlaces::moved(counter.process, places.processes);
        counter.samples = PartPlaces::moved(counter.samples, places.samples);
        TraceParts::counters(*m_trace).push_back(std::move(counter));
    }
    for (StepInfo step : part.steps()) {
        step.rank = places.rank(step.rank);
        TraceParts::steps(*m_trace).push_back(step);
    }
    for (FileStepRow row : part.fileSteps()) {
        row.rank = places.rank(row.rank);
        TraceParts::fileSteps(*m_trace).push_back(std::move(row));
    }
    for (SourceInfo source : part.sources()) {
        if (m_writer && source.texts) {
            StoredTextBlocks blocks;
            if (m_keepTexts == KeepTexts::Yes)
                blocks = storeTexts(*source.texts, *m_writer, m_progress);
            source.texts.reset();
            if (!blocks.blobs.empty())
                source.texts = std::make_shared<StoredTexts>(m_pager, std::move(blocks));
        }
        TraceParts::sources(*m_trace).push_back(std::move(source));
    }
    TraceTotals& sum = TraceParts::totals(*m_trace);
    const TraceTotals& more = part.totals();
    for (const auto member :
         {&TraceTotals::slices, &TraceTotals::instants, &TraceTotals::asyncSpans, &TraceTotals::counterSamples,
          &TraceTotals::flows, &TraceTotals::flowStartsUnmatched, &TraceTotals::flowEndsUnmatched,
          &TraceTotals::beginUnmatched, &TraceTotals::endUnmatched})
        sum.*member += more.*member;
    sum.fromEvents = sum.fromEvents || more.fromEvents;
    for (const auto& [phase, count] : more.eventsByPhase)
        sum.eventsByPhase[phase] += count;
    if (more.first)
        sum.first = std::min(sum.first.value_or(*more.first), *more.first);
    if (more.last)
        sum.last = std::max(sum.last.value_or(*more.last), *more.last);
}

/// Tables that are kept as they are stay tables of their own.
void TraceJoiner::appendTables(const Trace& part, const PartPlaces& places)
{
    for (const ExtraTable& from : part.extraTables()) {
        ExtraTable table{places.rank(from.rank), from.name, from.rows, {}};
        for (const ExtraTable::Field& field : from.fields) {
            auto numbers = sinkFor<double>(m_writer);
            numbers.append(field.numbers);
            auto texts = sinkFor<StringId>(m_writer);
            texts.append(field.texts, [&](StringId id) { return places.text(id); });
            table.fields.push_back(
                {field.name, field.numeric, std::move(numbers).finish(m_pager), std::move(texts).finish(m_pager)});
        }
        TraceParts::extraTables(*m_trace).push_back(std::move(table));
    }
}

KernelColumns TraceJoiner::Sinks::finishKernels(const std::shared_ptr<const FramePager>& pager)
{
    KernelColumns to;
    const std::uint32_t rows = kernels.start.size();
    to.rank = std::move(kernels.rank).finish(pager);
    to.start = std::move(kernels.start).finish(pager);
    to.duration = std::move(kernels.duration).finish(pager);
    to.wait = std::move(kernels.wait).finish(pager);
    to.slice = std::move(kernels.slice).finish(pager);
    to.ref = std::move(kernels.ref).finish(pager);
    for (std::size_t i = 0; i < std::size(kTexts); ++i)
        to.*kTexts[i] = std::move(kernelTexts[i]).finish(pager);
    for (std::size_t i = 0; i < std::size(kNumbers); ++i)
        to.*kNumbers[i] = std::move(kernelNumbers[i]).finish(pager);
    for (auto& [name, sink] : metrics) {
        sink.fillTo(rows, kGap);
        to.metrics.push_back({name, std::move(sink).finish(pager)});
    }
    return to;
}

std::shared_ptr<const Trace> TraceJoiner::finish()
{
    Trace& trace = *m_trace;
    Sinks& s = *m_sinks;
    SliceColumns& slices = TraceParts::slices(trace);
    slices.start = std::move(s.slices.start).finish(m_pager);
    slices.duration = std::move(s.slices.duration).finish(m_pager);
    slices.self = std::move(s.slices.self).finish(m_pager);
    slices.name = std::move(s.slices.name).finish(m_pager);
    slices.category = std::move(s.slices.category).finish(m_pager);
    slices.taskType = std::move(s.slices.taskType).finish(m_pager);
    slices.parent = std::move(s.slices.parent).finish(m_pager);
    slices.ref = std::move(s.slices.ref).finish(m_pager);
    InstantColumns& instants = TraceParts::instants(trace);
    instants.time = std::move(s.instants.time).finish(m_pager);
    instants.track = std::move(s.instants.track).finish(m_pager);
    instants.name = std::move(s.instants.name).finish(m_pager);
    instants.ref = std::move(s.instants.ref).finish(m_pager);
    TraceParts::samples(trace).time = std::move(s.samples.time).finish(m_pager);
    TraceParts::samples(trace).value = std::move(s.samples.value).finish(m_pager);
    FlowColumns& flows = TraceParts::flows(trace);
    flows.fromTrack = std::move(s.flows.fromTrack).finish(m_pager);
    flows.fromTime = std::move(s.flows.fromTime).finish(m_pager);
    flows.fromSlice = std::move(s.flows.fromSlice).finish(m_pager);
    flows.toTrack = std::move(s.flows.toTrack).finish(m_pager);
    flows.toTime = std::move(s.flows.toTime).finish(m_pager);
    flows.toSlice = std::move(s.flows.toSlice).finish(m_pager);
    flows.category = std::move(s.flows.category).finish(m_pager);
    TraceParts::kernels(trace) = s.finishKernels(m_pager);
    TraceParts::kernelTies(trace) = std::move(s.ties).finish(m_pager);
    RecordTables& records = TraceParts::records(trace);
    records.communication = std::move(s.communication).finish(m_pager);
    records.transports = std::move(s.transports).finish(m_pager);
    records.links = std::move(s.links).finish(m_pager);
    records.memory = std::move(s.memory).finish(m_pager);
    records.allocations = std::move(s.allocations).finish(m_pager);
    TraceParts::pager(trace) = m_pager;
    setAxisShifts(TraceParts::ranks(trace));
    const auto extent = eventExtent(trace.ranks(), trace.processes(), trace.tracks(), trace.counters(),
                                    trace.instants(), trace.samples(), true);
    TraceParts::axisExtent(trace) = extent.value_or(TimeRange{});
    m_sinks.reset();
    return std::move(m_trace);
}

} // namespace tideline
