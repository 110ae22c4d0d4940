// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/documents.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/clock_document.h"
#include "app/cli/listing_document.h"
#include "core/analyze/table_counts.h"

namespace tideline {

namespace {

Document start()
{
    return {{"schema_version", 1}, {"tool", "tideline"}};
}

Document totalsOf(const Session& session)
{
    const TraceTotals& totals = session.trace().totals();
    Document out = {{"slices", totals.slices},
                    {"instants", totals.instants},
                    {"async_spans", totals.asyncSpans},
                    {"counter_samples", totals.counterSamples},
                    {"flows", totals.flows},
                    {"flow_starts_unmatched", totals.flowStartsUnmatched},
                    {"flow_ends_unmatched", totals.flowEndsUnmatched},
                    {"begin_unmatched", totals.beginUnmatched},
                    {"end_unmatched", totals.endUnmatched}};
    if (totals.fromEvents) {
        Document::object_t phases; // the keys are unique: to look each one up would be quadratic
        for (const auto& [phase, count] : totals.eventsByPhase)
            phases.push_back({phase, count});
        out["events_by_phase"] = std::move(phases);
    }
    out["first_ns"] = totals.first ? Document(totals.first->ns) : Document(nullptr);
    out["last_ns"] = totals.last ? Document(totals.last->ns) : Document(nullptr);
    out["issues"] = session.issues().total();
    return out;
}

Document trackEntry(const Trace& trace, std::size_t id)
{
    const TrackInfo& track = trace.tracks()[id];
    const std::uint32_t slices = isCounted(track.kind) ? track.slices.size() : 0;
    Document out = {{"id", id},
                    {"kind", trackKindWord(track.kind)},
                    {"process", trace.process(track.process).name},
                    {"name", track.name},
                    {"slices", slices},
                    {"samples", 0},
                    {"busy_ns", slices ? track.busy.ns : 0},
                    {"sum_ns", slices ? track.sum.ns : 0},
                    {"overlapping", slices ? track.overlapping : 0}};
    out["first_ns"] = track.extent ? Document(track.extent->start.ns) : Document(nullptr);
    out["last_ns"] = track.extent ? Document(track.extent->end.ns) : Document(nullptr);
    return out;
}

/// The counters of one process and name are one track; its series are listed with it.
Document counterEntry(const Trace& trace, std::span<const CounterId> series)
{
    const CounterInfo& first = trace.counter(series.front());
    std::uint64_t samples = 0;
    std::optional<TimeRange> extent;
    Document names = Document::array();
    for (const CounterId each : series) {
        const CounterInfo& counter = trace.counter(each);
        names.push_back({{"name", counter.series}, {"samples", counter.samples.size()}, {"unit", counter.unit}});
        samples += counter.samples.size();
        if (counter.samples.size() == 0)
            continue;
        const TimeRange own{trace.samples().time.at(counter.samples.first),
                            trace.samples().time.at(counter.samples.last - 1)};
        extent = extent ? TimeRange{std::min(extent->start, own.start), std::max(extent->end, own.end)} : own;
    }
    const std::string process = first.process.valid() ? trace.process(first.process).name : std::string();
    Document out = {{"id", trace.tracks().size() + series.front().row},
                    {"kind", "counter"},
                    {"process", process},
                    {"name", first.name},
                    {"slices", 0},
                    {"samples", samples},
                    {"busy_ns", 0},
                    {"sum_ns", 0},
                    {"overlapping", 0},
                    {"series", std::move(names)}};
    out["first_ns"] = extent ? Document(extent->start.ns) : Document(nullptr);
    out["last_ns"] = extent ? Document(extent->end.ns) : Document(nullptr);
    return out;
}

/// The counters of a rank by process and name, in the order of the trace.
std::vector<std::vector<CounterId>> counterTracks(const Trace& trace, RankId rank)
{
    std::vector<std::vector<CounterId>> tracks;
    std::map<std::pair<ProcessId, std::string_view>, std::size_t> known;
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        const CounterInfo& counter = trace.counter(CounterId{i});
        if (counter.rank != rank)
            continue;
        const auto [found, fresh] = known.try_emplace({counter.process, counter.name}, tracks.size());
        if (fresh)
            tracks.emplace_back();
        tracks[found->second].push_back(CounterId{i});
    }
    return tracks;
}

Document stepsOf(const Trace& trace, RankId rank)
{
    Document out = Document::array();
    for (const StepInfo& step : trace.steps()) {
        if (step.rank == rank)
            out.push_back({{"id", step.id},
                           {"start_ns", step.range.start.ns},
                           {"end_ns", step.range.end.ns},
                           {"source", step.source == StepSource::Marked ? "marked" : "detected"}});
    }
    return out;
}

Document rankEntry(const Session& session, RankId id, const TableCounts& counts)
{
    const Trace& trace = session.trace();
    const RankInfo& rank = trace.rank(id);
    Document tracks = Document::array();
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].rank == id)
            tracks.push_back(trackEntry(trace, i));
    }
    for (const std::vector<CounterId>& series : counterTracks(trace, id))
        tracks.push_back(counterEntry(trace, series));
    Document out = {{"rank", orNull(rank.rank)}, {"device", orNull(rank.device)},
                    {"host", rank.host},         {"format", rank.format},
                    {"path", rank.path},         {"time_base_ns", orNull(rank.timeBaseNs)}};
    out["clock"] = clockDocument(rank, session.clockUse());
    out["steps"] = stepsOf(trace, id);
    out["tables"] = {{"kernels", counts.kernels},           {"communication_ops", counts.communicationOps},
                     {"communication_links", counts.links}, {"memory_records", counts.memoryRecords},
                     {"allocations", counts.allocations},   {"apis", counts.apis}};
    for (const ExtraTable& table : trace.extraTables()) {
        if (table.rank == id)
            out["tables"][table.name] = table.rows;
    }
    out["tracks"] = tracks;
    return out;
}

Document filesOf(const Session& session)
{
    Document out = Document::array();
    for (const FileReport& file : session.files()) {
        Document entry = {{"path", file.path.string()},
                          {"status", fileStatusWord(file.status)},
                          {"reason", file.reason},
                          {"bytes", file.bytes}};
        if (!file.note.empty())
            entry["note"] = file.note;
        entry["rows"] = file.rows ? Document(*file.rows) : Document(nullptr);
        for (const TableRows& table : file.tables)
            entry["tables"][table.name] = table.rows ? Document(*table.rows) : Document(nullptr);
        out.push_back(entry);
    }
    return out;
}

Document issuesOf(const Session& session)
{
    Document out = Document::array();
    for (const ImportIssue& issue : session.issues().list())
        out.push_back({{"kind", std::string(issueId(issue.kind))},
                       {"severity", severityWord(issueSeverity(issue.kind))},
                       {"count", issue.count},
                       {"first", issue.first},
                       {"text", std::string(issueText(issue.kind))}});
    return out;
}

Document rankingEntry(const Trace& trace, const RankingRow& row, std::size_t number, RankingBy by)
{
    Document out = {
        {"rank_no", number},          {"name", row.name},     {"type", row.type},         {"core", row.core},
        {"shape", row.shape},         {"calls", row.calls},   {"total_ns", row.total.ns}, {"self_ns", orNull(row.self)},
        {"avg_ns", row.averageNs()},  {"min_ns", row.min.ns}, {"max_ns", row.max.ns},     {"ratio", orNull(row.ratio)},
        {"wait_ns", orNull(row.wait)}};
    for (const char* unknown : {"host_ns", "input_bytes", "output_bytes"})
        out[unknown] = nullptr;
    out["utilization_ratio"] = orNull(row.utilization);
    out["l2_hit_ratio"] = orNull(row.l2HitRatio);
    out["read_bytes_per_s"] = orNull(row.readBytesPerSecond);
    out["write_bytes_per_s"] = orNull(row.writeBytesPerSecond);
    for (const char* unknown : {"hbm_utilization_ratio", "floor_ns", "floor_ratio"})
        out[unknown] = nullptr;
    if (by == RankingBy::Instance) {
        out["rank"] = row.rank.valid() ? orNull(trace.rank(row.rank).rank) : Document(nullptr);
        out["step"] = orNull(row.step);
        out["stream"] = orNull(row.stream);
        out["start_ns"] = row.start ? Document(row.start->ns) : Document(nullptr);
    }
    return out;
}

Document phasesOf(const StepRow& row)
{
    constexpr const char* kKeys[kPhases] = {"data_ns",          "forward_ns",   "backward_ns",
                                            "communication_ns", "optimizer_ns", "unassigned_ns"};
    if (!row.phases)
        return nullptr;
    Document out;
    for (std::size_t i = 0; i < kPhases; ++i)
        out[kKeys[i]] = (*row.phases)[i].ns;
    return out;
}

} // namespace

Document orNull(const std::optional<std::int64_t>& value)
{
    return value ? Document(*value) : Document(nullptr);
}

Document orNull(const std::optional<Duration>& value)
{
    return value ? Document(value->ns) : Document(nullptr);
}

Document orNull(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Document(*value) : Document(nullptr);
}

std::string trackKindWord(TrackKind kind)
{
    switch (kind) {
    case TrackKind::HostThread: return "host_thread";
    case TrackKind::Stream: return "stream";
    case TrackKind::CommGroup: return "comm_group";
    case TrackKind::CommPlane: return "comm_plane";
    case TrackKind::Overlap: return "overlap";
    case TrackKind::Process: return "process";
    case TrackKind::Other:
    case TrackKind::Async:
    case TrackKind::Unfinished: break;
    }
    return "other";
}

std::string fileStatusWord(FileStatus status)
{
    switch (status) {
    case FileStatus::Ok: return "ok";
    case FileStatus::Partial: return "partial";
    case FileStatus::Skipped: return "skipped";
    case FileStatus::Unsupported: return "unsupported";
    }
    return {};
}

std::string severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return {};
}

Document infoDocument(const Session& session)
{
    Document out = start();
    out["path"] = session.paths().empty() ? std::string() : session.paths().front().string();
    out["totals"] = totalsOf(session);
    out["ranks"] = Document::array();
    const std::vector<TableCounts> counts = countTables(session.trace());
    for (std::uint32_t id = 0; id < session.trace().ranks().size(); ++id)
        out["ranks"].push_back(rankEntry(session, RankId{id}, counts[id]));
    out["parts"] = partsDocument(readParts(session));
    out["partial"] = partialDocument(session.partial(), session.leftOut());
    out["files"] = filesOf(session);
    out["issues"] = issuesOf(session);
    return out;
}

Document topDocument(const Trace& trace, const Ranking& ranking, RankingBy by)
{
    Document out = start();
    out["rows"] = Document::array();
    for (std::size_t i = 0; i < ranking.rows.size(); ++i)
        out["rows"].push_back(rankingEntry(trace, ranking.rows[i], i + 1, by));
    return out;
}

Document stepsDocument(const Trace& trace, const std::vector<StepRow>& rows)
{
    Document out = start();
    out["rows"] = Document::array();
    for (const StepRow& row : rows) {
        Document entry = {{"rank", row.rank.valid() ? orNull(trace.rank(row.rank).rank) : Document(nullptr)},
                          {"step", orNull(row.step)},
                          {"wall_ns", orNull(row.wall)},
                          {"computing_ns", orNull(row.computing)},
                          {"communication_ns", orNull(row.communication)},
                          {"overlapped_ns", orNull(row.overlapped)},
                          {"communication_not_overlapped_ns", orNull(row.notOverlapped)},
                          {"free_ns", orNull(row.free)},
                          {"preparing_ns", orNull(row.preparing)},
                          {"stage_ns", orNull(row.stage)},
                          {"bubble_ns", orNull(row.bubble)},
                          {"span_ns", orNull(row.span)}};
        entry["phases"] = phasesOf(row);
        Document file = Document::object();
        for (const auto& [name, figure] : row.file)
            file[name] = figure.ns;
        entry["file"] = file.empty() ? Document(nullptr) : file;
        entry["file_source"] = file.empty()        ? Document(nullptr)
                               : row.fileFromLanes ? Document("overlap_analysis")
                                                   : Document("step_trace_time");
        entry["differs"] = file.empty() || !row.recomputed ? Document(nullptr) : Document(row.differs);
        out["rows"].push_back(entry);
    }
    return out;
}

std::string documentText(const Document& document)
{
    return document.dump(1, ' ', false, Document::error_handler_t::replace) + "\n";
}

} // namespace tideline
