// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace_builder.h"

#include <algorithm>
#include <limits>
#include <string>

#include "core/store/pending.h"

namespace tideline {

namespace {

/// Counted, asynchronous and unfinished slices of one thread are different tracks.
std::uint64_t classOf(TrackKind kind)
{
    return isCounted(kind) ? 0 : kind == TrackKind::Async ? 1 : 2;
}

template <typename Table>
auto& grown(Table& table, std::uint32_t row)
{
    if (table.size() <= row)
        table.resize(std::size_t{row} + 1);
    return table[row];
}

} // namespace

TraceBuilder::TraceBuilder() : m_trace(std::make_shared<Trace>()), m_pending(std::make_unique<Pending>())
{
}

TraceBuilder::~TraceBuilder() = default;

Result<std::uint32_t> TraceBuilder::addSource(SourceInfo source)
{
    const auto number = static_cast<std::uint32_t>(m_trace->m_sources.size());
    if (number >= kMaxSources)
        return Error{ErrorCode::TooLarge, "too many input files", source.path.string(), {}};
    m_trace->m_sources.push_back(std::move(source));
    return number;
}

void TraceBuilder::setTexts(std::uint32_t source, std::shared_ptr<const EventTexts> texts)
{
    m_trace->m_sources.at(source).texts = std::move(texts);
}

RankId TraceBuilder::addRank(RankInfo info)
{
    m_trace->m_ranks.push_back(std::move(info));
    return RankId{static_cast<std::uint32_t>(m_trace->m_ranks.size() - 1)};
}

ProcessId TraceBuilder::process(RankId rank, std::string_view pid)
{
    const auto found = m_pending->processes.find(OwnedText<std::string_view>{rank.row, pid});
    if (found != m_pending->processes.end())
        return ProcessId{found->second};
    const ProcessId id{static_cast<std::uint32_t>(m_trace->m_processes.size())};
    ProcessInfo info;
    info.rank = rank;
    info.pid = std::string(pid);
    m_trace->m_processes.push_back(std::move(info));
    m_pending->processes.emplace(OwnedText<std::string>{rank.row, std::string(pid)}, id.row);
    return id;
}

TrackId TraceBuilder::track(RankId rank, std::string_view pid, std::string_view tid, TrackKind kind)
{
    const ProcessId owner = process(rank, pid);
    const std::uint64_t key = std::uint64_t{owner.row} * 3 + classOf(kind);
    const auto found = m_pending->tracks.find(OwnedText<std::string_view>{key, tid});
    if (found != m_pending->tracks.end()) {
        TrackInfo& known = m_trace->m_tracks[found->second];
        if (known.kind == TrackKind::Other)
            known.kind = kind;
        return TrackId{found->second};
    }
    const TrackId id{static_cast<std::uint32_t>(m_trace->m_tracks.size())};
    TrackInfo info;
    info.rank = rank;
    info.process = owner;
    info.tid = std::string(tid);
    info.kind = kind;
    m_trace->m_tracks.push_back(std::move(info));
    m_pending->tracks.emplace(OwnedText<std::string>{key, std::string(tid)}, id.row);
    return id;
}

CounterId TraceBuilder::counter(RankId rank, std::string_view pid, std::string_view name, std::string_view series)
{
    const ProcessId owner = process(rank, pid);
    std::string text = std::to_string(name.size());
    text.append(":").append(name).append(series);
    const auto found = m_pending->counters.find(OwnedText<std::string_view>{owner.row, text});
    if (found != m_pending->counters.end())
        return CounterId{found->second};
    const CounterId id{static_cast<std::uint32_t>(m_trace->m_counters.size())};
    CounterInfo info;
    info.rank = rank;
    info.process = owner;
    info.name = std::string(name);
    info.series = std::string(series);
    m_trace->m_counters.push_back(std::move(info));
    m_pending->counters.emplace(OwnedText<std::string>{owner.row, std::move(text)}, id.row);
    return id;
}

void TraceBuilder::addSlice(TrackId track, const SliceRow& row)
{
    grown(m_pending->slices, track.row).add(row);
}

void TraceBuilder::addSlices(TrackId track, std::vector<SliceRow> rows)
{
    grown(m_pending->slices, track.row).add(std::move(rows));
}

void TraceBuilder::addInstant(TrackId track, const InstantRow& row)
{
    grown(m_pending->instants, track.row).add(row);
}

void TraceBuilder::addSample(CounterId counter, const SampleRow& row)
{
    grown(m_pending->samples, counter.row).add(row);
}

void TraceBuilder::addSamples(CounterId counter, std::vector<SampleRow> rows)
{
    grown(m_pending->samples, counter.row).add(std::move(rows));
}

void TraceBuilder::addFlowPoints(RankId rank, std::vector<FlowPoint> points)
{
    grown(m_pending->flows, rank.row).add(std::move(points));
}

void TraceBuilder::addStep(StepInfo step)
{
    m_trace->m_steps.push_back(step);
}

void TraceBuilder::addFileStep(FileStepRow row)
{
    m_trace->m_fileSteps.push_back(std::move(row));
}

std::size_t TraceBuilder::kernelMetric(std::string_view name)
{
    std::vector<std::string>& names = m_pending->kernels.metricNames;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    names.emplace_back(name);
    m_pending->kernels.metricValues.emplace_back();
    return names.size() - 1;
}

void TraceBuilder::addKernel(KernelRow row)
{
    PendingKernels& kernels = m_pending->kernels;
    const std::vector<double> metrics = std::move(row.metrics);
    row.metrics = {};
    for (std::size_t i = 0; i < std::min(metrics.size(), kernels.metricValues.size()); ++i) {
        std::vector<double>& values = kernels.metricValues[i];
        values.resize(kernels.rows.size(), std::numeric_limits<double>::quiet_NaN());
        values.push_back(metrics[i]);
    }
    kernels.rows.add(std::move(row));
}

void TraceBuilder::setKernelMetric(std::uint32_t row, std::size_t metric, double value)
{
    std::vector<double>& values = m_pending->kernels.metricValues[metric];
    if (values.size() <= row)
        values.resize(row + std::size_t{1}, std::numeric_limits<double>::quiet_NaN());
    values[row] = value;
}

void TraceBuilder::addCommunication(CommRecord record, std::span<const CommTransport> transports)
{
    PendingRecords& records = m_pending->records;
    record.transports.first = static_cast<std::uint32_t>(records.transports.size());
    for (const CommTransport& transport : transports)
        records.transports.add(transport);
    record.transports.last = static_cast<std::uint32_t>(records.transports.size());
    records.communication.add(record);
}

void TraceBuilder::addLink(const LinkRecord& record)
{
    m_pending->records.links.add(record);
}

void TraceBuilder::addMemory(const MemoryRecord& record)
{
    m_pending->records.memory.add(record);
}

void TraceBuilder::addAllocation(const AllocationRecord& record)
{
    m_pending->records.allocations.add(record);
}

void TraceBuilder::addExtraTable(RankId rank, std::string name, std::vector<ExtraColumn> columns)
{
    m_pending->tables.push_back({rank, std::move(name), std::move(columns)});
}

void TraceBuilder::addTotals(const TraceTotals& totals)
{
    TraceTotals& sum = m_trace->m_totals;
    sum.beginUnmatched += totals.beginUnmatched;
    sum.endUnmatched += totals.endUnmatched;
    sum.fromEvents = sum.fromEvents || totals.fromEvents;
    for (const auto& [phase, count] : totals.eventsByPhase)
        sum.eventsByPhase[phase] += count;
    if (totals.first && (!sum.first || *totals.first < *sum.first))
        sum.first = totals.first;
    if (totals.last && (!sum.last || *totals.last > *sum.last))
        sum.last = totals.last;
}

} // namespace tideline
