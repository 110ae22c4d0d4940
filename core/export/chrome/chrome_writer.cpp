// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chrome/chrome_writer.h"

#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/export/chrome/json_text.h"

namespace tideline {

namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

class ChromeWriter {
public:
    ChromeWriter(const Trace& trace, TextSink& sink, const Progress& progress)
        : m_trace(&trace), m_out(sink), m_progress(&progress), m_manyRanks(trace.ranks().size() > 1)
    {
        nameRanks();
    }
    Status run();

private:
    void addHead();
    void addMetadata();
    void addMeta(std::string_view key, ProcessId process, std::string_view tid, std::string_view member,
                 const std::string& value);
    void addTrack(const TrackInfo& track);
    void addSlice(const TrackInfo& track, std::uint32_t row);
    void addSpan(const TrackInfo& track, std::uint32_t row);
    void addInstants();
    void addCounters();
    void addFlows();
    void addFlowEnd(std::string_view phase, std::uint32_t row, TrackId track, Instant time, bool enclosing);
    void begin(std::string_view phase, ProcessId process, std::string_view tid);
    void addTime(Instant time, Duration shift);
    void addName(StringId name) { m_event += ",\"name\":" + jsonText(m_trace->text(name)); }
    void end();
    bool stops(std::uint32_t row) const
    {
        return row % kRowsPerCheck == 0 && (m_out.failed() || m_progress->cancelled());
    }
    std::string pidText(ProcessId process) const;
    void nameRanks();
    std::string ranksMember() const;

    const Trace* m_trace;
    BufferedText m_out;
    const Progress* m_progress;
    bool m_manyRanks;
    std::vector<std::string> m_prefixes; // of the process ids, by rank; each ends with its only slash
    std::string m_event;
    bool m_first = true;
};

void ChromeWriter::nameRanks()
{
    std::map<std::int64_t, int> claims;
    for (const RankInfo& rank : m_trace->ranks())
        claims[rank.rank.value_or(-1)] += 1;
    for (std::size_t i = 0; i < m_trace->ranks().size(); ++i) {
        const auto& number = m_trace->ranks()[i].rank;
        std::string prefix = "rank ";
        prefix += number ? std::to_string(*number) : std::string();
        if (!number || claims[*number] > 1)
            prefix += '#' + std::to_string(i);
        m_prefixes.push_back(prefix + '/');
    }
}

/// What an import needs to tell the ranks apart: which process ids belong to which.
std::string ChromeWriter::ranksMember() const
{
    const auto numberOrNull = [](const std::optional<std::int64_t>& number) {
        return number ? std::to_string(*number) : std::string("null");
    };
    std::string out = "\"tideline\":{\"ranks\":[";
    for (std::size_t i = 0; i < m_prefixes.size(); ++i) {
        const RankInfo& rank = m_trace->ranks()[i];
        out += i > 0 ? ",\n" : "";
        out += fmt::format("{{\"prefix\":{},\"rank\":{},\"device\":{}", jsonText(m_prefixes[i]),
                           numberOrNull(rank.rank), numberOrNull(rank.device));
        if (!rank.host.empty())
            out += ",\"host\":" + jsonText(rank.host);
        out += '}';
    }
    return out + "]},";
}

std::string ChromeWriter::pidText(ProcessId process) const
{
    const ProcessInfo& info = m_trace->process(process);
    if (!m_manyRanks)
        return jsonId(info.pid);
    return jsonText(m_prefixes[info.rank.row] + info.pid);
}

void ChromeWriter::begin(std::string_view phase, ProcessId process, std::string_view tid)
{
    m_event = m_first ? "\n{\"ph\":\"" : ",\n{\"ph\":\"";
    m_first = false;
    m_event += phase;
    m_event += "\",\"pid\":" + pidText(process) + ",\"tid\":" + jsonId(tid);
}

/// Several ranks come onto one axis, each side by its own shift; the times of a single one stay those of its files.
void ChromeWriter::addTime(Instant time, Duration shift)
{
    m_event += ",\"ts\":" + jsonMicroseconds((m_manyRanks ? time + shift : time).ns);
}

void ChromeWriter::end()
{
    m_event += '}';
    m_out.add(m_event);
}

void ChromeWriter::addHead()
{
    m_out.add("{\"displayTimeUnit\":\"ns\",");
    if (!m_manyRanks && !m_trace->ranks().empty()) {
        const RankInfo& rank = m_trace->ranks().front();
        if (rank.timeBaseNs)
            m_out.add(fmt::format("\"baseTimeNanoseconds\":{},", *rank.timeBaseNs));
        if (rank.rank)
            m_out.add(fmt::format("\"distributedInfo\":{{\"rank\":{}}},", *rank.rank));
    }
    if (m_manyRanks)
        m_out.add(ranksMember());
    m_out.add("\"traceEvents\":[");
}

void ChromeWriter::addMeta(std::string_view key, ProcessId process, std::string_view tid, std::string_view member,
                           const std::string& value)
{
    begin("M", process, tid);
    m_event += fmt::format(",\"name\":\"{}\",\"args\":{{\"{}\":{}}}", key, member, value);
    end();
}

void ChromeWriter::addMetadata()
{
    for (std::uint32_t p = 0; p < m_trace->processes().size(); ++p) {
        const ProcessId id{p};
        const ProcessInfo& process = m_trace->process(id);
        if (!process.name.empty())
            addMeta("process_name", id, "0", "name", jsonText(process.name));
        if (!process.labels.empty())
            addMeta("process_labels", id, "0", "labels", jsonText(process.labels));
        if (process.sortIndex)
            addMeta("process_sort_index", id, "0", "sort_index", std::to_string(*process.sortIndex));
    }
    for (const TrackInfo& track : m_trace->tracks()) {
        if (!isCounted(track.kind))
            continue;
        addMeta("thread_name", track.process, track.tid, "name", jsonText(track.name));
        if (track.sortIndex)
            addMeta("thread_sort_index", track.process, track.tid, "sort_index", std::to_string(*track.sortIndex));
    }
}

void ChromeWriter::addSlice(const TrackInfo& track, std::uint32_t row)
{
    const SliceColumns& slices = m_trace->slices();
    begin(track.kind == TrackKind::Unfinished ? "B" : "X", track.process, track.tid);
    addTime(slices.start.at(row), m_trace->axisShift(track));
    if (track.kind != TrackKind::Unfinished)
        m_event += ",\"dur\":" + jsonMicroseconds(slices.duration.at(row).ns);
    addName(slices.name.at(row));
    const std::string_view category = m_trace->text(slices.category.at(row));
    if (!category.empty())
        m_event += ",\"cat\":" + jsonText(category);
    const std::string_view task = m_trace->text(slices.taskType.at(row));
    if (!task.empty())
        m_event += ",\"args\":{\"Task Type\":" + jsonText(task) + "}";
    end();
}

void ChromeWriter::addSpan(const TrackInfo& track, std::uint32_t row)
{
    const SliceColumns& slices = m_trace->slices();
    const TimeRange range = m_trace->rangeOf(SliceId{row});
    for (const bool opening : {true, false}) {
        begin(opening ? "b" : "e", track.process, track.tid);
        addTime(opening ? range.start : range.end, m_trace->axisShift(track));
        addName(slices.name.at(row));
        m_event += fmt::format(",\"cat\":{},\"id\":{}", jsonText(m_trace->text(slices.category.at(row))), row);
        end();
    }
}

void ChromeWriter::addTrack(const TrackInfo& track)
{
    for (std::uint32_t row = track.slices.first; row < track.slices.last && !stops(row); ++row) {
        if (track.kind == TrackKind::Async)
            addSpan(track, row);
        else
            addSlice(track, row);
    }
}

void ChromeWriter::addInstants()
{
    const InstantColumns& instants = m_trace->instants();
    for (std::uint32_t row = 0; row < instants.size() && !stops(row); ++row) {
        const TrackInfo& track = m_trace->track(instants.track.at(row));
        begin("i", track.process, track.tid);
        addTime(instants.time.at(row), m_trace->axisShift(track));
        addName(instants.name.at(row));
        m_event += ",\"s\":\"t\"";
        end();
    }
}

void ChromeWriter::addCounters()
{
    const SampleColumns& samples = m_trace->samples();
    for (const CounterInfo& counter : m_trace->counters()) {
        const std::string head = ",\"name\":" + jsonText(counter.name) + ",\"args\":{" + jsonText(counter.series) + ":";
        for (std::uint32_t row = counter.samples.first; row < counter.samples.last && !stops(row); ++row) {
            begin("C", counter.process, "0");
            addTime(samples.time.at(row), m_trace->rank(counter.rank).axisShift);
            const double value = samples.value.at(row);
            m_event += head + (std::isfinite(value) ? fmt::format("{}", value) : "null") + "}";
            end();
        }
    }
}

void ChromeWriter::addFlowEnd(std::string_view phase, std::uint32_t row, TrackId track, Instant time, bool enclosing)
{
    const TrackInfo& info = m_trace->track(track);
    const std::string category = jsonText(m_trace->text(m_trace->flows().category.at(row)));
    begin(phase, info.process, info.tid);
    addTime(time, m_trace->axisShift(info));
    m_event += fmt::format(",\"name\":{},\"cat\":{},\"id\":{}", category, category, row);
    if (enclosing)
        m_event += ",\"bp\":\"e\"";
    end();
}

void ChromeWriter::addFlows()
{
    const FlowColumns& flows = m_trace->flows();
    for (std::uint32_t row = 0; row < flows.size() && !stops(row); ++row) {
        const SliceId to = flows.toSlice.at(row);
        const Instant toTime = flows.toTime.at(row);
        const bool bindsNext = to.valid() && m_trace->rangeOf(to).start > toTime;
        addFlowEnd("s", row, flows.fromTrack.at(row), flows.fromTime.at(row), true);
        addFlowEnd("f", row, flows.toTrack.at(row), toTime, !bindsNext);
    }
}

Status ChromeWriter::run()
{
    addHead();
    addMetadata();
    for (const TrackInfo& track : m_trace->tracks())
        addTrack(track);
    addInstants();
    addCounters();
    addFlows();
    m_out.add("\n]}\n");
    if (m_progress->cancelled())
        return Error{ErrorCode::Cancelled, "the export was cancelled", {}, {}};
    return m_out.finish();
}

} // namespace

Status writeChromeTrace(const Trace& trace, TextSink& sink, const Progress& progress)
{
    return ChromeWriter(trace, sink, progress).run();
}

} // namespace tideline
