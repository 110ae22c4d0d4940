// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/service/service_tracks.h"

#include <algorithm>
#include <cmath>

#include "core/import/table/table_reader.h"

namespace tideline {

namespace {

constexpr const char* kProcess = "service";

std::vector<std::string> headerOf(const ServiceRows& rows)
{
    std::vector<std::string> header;
    for (const ExtraColumn& column : rows.columns)
        header.push_back(column.name);
    return header;
}

/// Numbers that name something and are no figures to draw.
bool isLabel(std::string_view name)
{
    constexpr std::string_view kLabels[] = {"rid", "pid", "hostuid", "prof_id", "dp_rank", "name", "domain"};
    return std::find(std::begin(kLabels), std::end(kLabels), name) != std::end(kLabels)
           || name.find("time") != std::string_view::npos;
}

std::string unitOf(std::string_view series)
{
    if (series.find("block") != std::string_view::npos || series == "device_kvcache_left")
        return "blocks";
    return series == "avg" || series.starts_with('p') ? "ms" : "";
}

} // namespace

ServiceTracks::ServiceTracks(RankId rank, ImportContext& context) : m_rank(rank), m_context(context)
{
    ProcessInfo& process = context.builder.process(context.builder.process(rank, kProcess));
    process.name = "Inference service";
    process.role = ProcessRole::Host;
}

std::uint64_t ServiceTracks::add(const ServiceRows& rows)
{
    m_rejected = 0;
    switch (rows.table.row) {
    case ServiceRow::Request:
    case ServiceRow::Batch:
    case ServiceRow::Forward:
    case ServiceRow::Span:
    case ServiceRow::PullCache: addSlices(rows); break;
    case ServiceRow::Sample: addSamples(rows); break;
    case ServiceRow::Other: break;
    }
    return m_rejected;
}

void ServiceTracks::addSlices(const ServiceRows& rows)
{
    const std::vector<std::string> header = headerOf(rows);
    const ServiceTime start(header, {"start_time", "start_time_httpReq", "start_datetime"});
    const ServiceTime end(header, {"end_time", "end_datetime"});
    const ServiceTime length(header, {"during_time", "execution_time"});
    const ServiceTime latency(header, {"first_token_latency"});
    for (std::size_t row = 0; row < rows.refs.size(); ++row) {
        const auto from = start.instant(cell(rows, start.column(), row));
        if (!from) {
            reject(rows, row, "the start is not a time");
            continue;
        }
        auto lasts = length.length(cell(rows, length.column(), row));
        if (const auto to = end.instant(cell(rows, end.column(), row)); !lasts && to)
            lasts = *to - *from;
        const std::string place = rows.file + ":" + std::to_string(row + 1);
        if (!lasts || *lasts < 0)
            m_context.issues.add(lasts ? IssueKind::NegativeDuration : IssueKind::MissingDuration, place);
        const Slice labelled = labels(rows, row);
        const TrackId at = track(labelled);
        SliceRow slice;
        slice.start = Instant{*from};
        slice.duration = Duration{std::max<std::int64_t>(lasts.value_or(0), 0)};
        slice.name = m_context.builder.intern(labelled.name);
        slice.category = m_context.builder.intern(rows.name);
        slice.ref = rows.refs[row];
        m_context.builder.addSlice(at, slice);
        cover(slice.start, slice.start + slice.duration);
        firstToken(rows, row, latency, slice.start, at);
    }
}

void ServiceTracks::firstToken(const ServiceRows& rows, std::size_t row, const ServiceTime& latency, Instant start,
                               TrackId track)
{
    const auto after = latency.length(cell(rows, latency.column(), row));
    if (!after || *after < 0)
        return;
    InstantRow instant;
    instant.time = start + Duration{*after};
    instant.ref = rows.refs[row];
    instant.name = m_context.builder.intern("first token");
    m_context.builder.addInstant(track, instant);
}

ServiceTracks::Slice ServiceTracks::labels(const ServiceRows& rows, std::size_t row) const
{
    const auto text = [&](std::string_view name) { return std::string(cell(rows, name, row)); };
    const auto with = [&text](const char* word, std::string_view name) {
        const std::string value = text(name);
        return value.empty() || value == "<NA>" ? std::string() : word + value;
    };
    const std::string type = text("batch_type");
    switch (rows.table.row) {
    case ServiceRow::Request: return {"Requests", "request " + text("http_rid"), 0};
    case ServiceRow::Batch: {
        const std::string name = text("name");
        return {name + with(" DP ", "dp_rank"), type.empty() ? name : name + " " + type, 1};
    }
    case ServiceRow::Forward:
        return {"forward" + with(" ", "hostname") + with(" ", "prof_id"), type.empty() ? text("name") : type, 2};
    case ServiceRow::Span: return {text("span_name") + with(" ", "hostname") + with(" ", "pid"), text("span_name"), 3};
    case ServiceRow::PullCache: return {"PullKVCache" + with(" device ", "rank"), "request " + text("rid"), 4};
    case ServiceRow::Sample:
    case ServiceRow::Other: break;
    }
    return {};
}

void ServiceTracks::addSamples(const ServiceRows& rows)
{
    const std::vector<std::string> header = headerOf(rows);
    const ServiceTime time(header, {"timestamp", "start_time", "real_start_time", "start_datetime"});
    for (std::size_t row = 0; row < rows.refs.size(); ++row) {
        const auto at = time.instant(cell(rows, time.column(), row));
        if (!at) {
            reject(rows, row, "the time is not a time");
            continue;
        }
        for (int column = 0; column < static_cast<int>(header.size()); ++column) {
            const std::string& name = header[static_cast<std::size_t>(column)];
            const double value = isLabel(name) ? std::nan("") : numberOf(cell(rows, column, row));
            if (std::isnan(value))
                continue;
            const CounterId counter = m_context.builder.counter(m_rank, kProcess, rows.name, name);
            m_context.builder.counter(counter).unit = unitOf(name);
            m_context.builder.addSample(counter, {Instant{*at}, value, rows.refs[row]});
        }
        cover(Instant{*at}, Instant{*at});
    }
}

std::string_view ServiceTracks::cell(const ServiceRows& rows, int column, std::size_t row) const
{
    if (column < 0)
        return {};
    return m_context.builder.strings().text(rows.columns[static_cast<std::size_t>(column)].cells[row]);
}

std::string_view ServiceTracks::cell(const ServiceRows& rows, std::string_view name, std::size_t row) const
{
    for (std::size_t column = 0; column < rows.columns.size(); ++column) {
        if (rows.columns[column].name == name)
            return cell(rows, static_cast<int>(column), row);
    }
    return {};
}

TrackId ServiceTracks::track(const Slice& slice)
{
    const TrackId id = m_context.builder.track(m_rank, kProcess, slice.track, TrackKind::Other);
    TrackInfo& info = m_context.builder.track(id);
    if (info.name.empty()) {
        info.name = slice.track;
        info.sortIndex = slice.sortIndex;
    }
    return id;
}

void ServiceTracks::cover(Instant start, Instant end)
{
    m_totals.first = std::min(m_totals.first.value_or(start), start);
    m_totals.last = std::max(m_totals.last.value_or(end), end);
}

void ServiceTracks::reject(const ServiceRows& rows, std::size_t row, const std::string& reason)
{
    ++m_rejected;
    m_context.issues.add(IssueKind::BadRow, rows.file + ":" + std::to_string(row + 1), 1, reason);
}

} // namespace tideline
