// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/analysis_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace tideline {

namespace {

constexpr double kNanosPerMicro = 1e3;
constexpr double kNanosPerMilli = 1e6;
constexpr double kMegabyte = 1e6; // decimal in these tables
constexpr double kGigabyte = 1e9;

/// Column of StepTraceTime and what step_trace_time.csv calls it.
struct StepFigure {
    std::string_view column;
    std::string_view name;
};
constexpr std::array<StepFigure, 9> kStepFigures = {
    {{"computing", "Computing"},
     {"communication_not_overlapped", "Communication(Not Overlapped)"},
     {"overlapped", "Overlapped"},
     {"communication", "Communication"},
     {"free", "Free"},
     {"stage", "Stage"},
     {"bubble", "Bubble"},
     {"communication_not_overlapped_and_exclude_receive", "Communication(Not Overlapped and Exclude Receive)"},
     {"preparing", "Preparing"}}};

std::optional<std::int64_t> scaled(const TableScan& table, int column, double factor)
{
    const double value = table.number(column) * factor;
    if (std::isnan(value) || std::abs(value) > static_cast<double>(kTimeLimitNs))
        return {};
    return std::llround(value);
}

Duration durationOf(const TableScan& table, int column)
{
    const auto ns = scaled(table, column, kNanosPerMilli);
    return ns && *ns >= 0 ? Duration{*ns} : kNoDuration;
}

/// "50" or "step50"; kNoInteger for "" and "step".
std::int64_t stepNumber(std::string_view text)
{
    if (text.starts_with("step"))
        text.remove_prefix(4);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : kNoInteger;
}

double rateOf(const TableScan& table, int column)
{
    const double value = table.number(column);
    return value >= 0 ? value * kGigabyte : kNoNumber;
}

/// What one operation of one step moved over each kind of link.
using OperationKey = std::tuple<std::int64_t, std::string, std::string, std::string>; // rank, name, group, step
using Bandwidths = std::map<OperationKey, std::vector<CommTransport>>;

constexpr int kRankColumn = 0; // of every table of operations
constexpr int kNameColumn = 1;
constexpr int kGroupColumn = 2;
constexpr int kStepColumn = 3;

OperationKey keyOf(const TableScan& table)
{
    return {table.integer(kRankColumn), std::string(table.rawText(kNameColumn)),
            std::string(table.rawText(kGroupColumn)), std::string(table.rawText(kStepColumn))};
}

/// A row per packet size repeats the totals; links that were not used are zeros.
Bandwidths readBandwidths(DatabaseReader& reader, const CommunicationSchema& schema)
{
    Bandwidths all;
    TableScan table(reader, schema.bandwidths,
                    {"rank_id", "hccl_op_name", "group_name", "step", schema.transport, "transit_size", "transit_time",
                     "bandwidth", "large_packet_ratio", "count"});
    while (table.next()) {
        const double size = table.number(5);
        const Duration time = durationOf(table, 6);
        if (std::isnan(size) || size < 0 || time == kNoDuration) {
            table.reject(IssueKind::BadRow, "no size or no time");
            continue;
        }
        if (size == 0 && time == Duration{})
            continue;
        const StringId transport = table.text(4);
        std::vector<CommTransport>& transports = all[keyOf(table)];
        auto at = std::find_if(transports.begin(), transports.end(),
                               [transport](const CommTransport& known) { return known.transport == transport; });
        if (at == transports.end())
            at = transports.insert(at,
                                   {transport, size * kMegabyte, time, rateOf(table, 7), table.number(8), kNoInteger});
        const std::int64_t packets = table.integer(9);
        if (packets > 0 && packets < kTimeLimitNs)
            at->packets = (at->packets == kNoInteger ? 0 : at->packets) + packets;
    }
    return all;
}

/// The operation's name with its group, as the text form has them.
StringId qualified(DatabaseReader& reader, const std::string& name, const std::string& group)
{
    return reader.intern(group.empty() ? name : name + "@" + group, kRankSchema.times);
}

/// Tables of a job do not say so themselves.
bool isPointToPoint(std::string_view name)
{
    for (const std::string_view word : {"send", "Send", "receive", "Receive", "recv", "Recv"}) {
        if (name.find(word) != std::string_view::npos)
            return true;
    }
    return false;
}

bool isTotal(const std::string& name)
{
    return name.starts_with("Total") || name.ends_with("-total");
}

void readTimes(DatabaseReader& reader, const CommunicationSchema& schema, const RankOfRow& rankOf,
               const Bandwidths& bandwidths)
{
    TableScan table(reader, schema.times,
                    {"rank_id", "hccl_op_name", "group_name", "step", "type", "start_timestamp", schema.elapse,
                     "transit_time", "wait_time", "synchronization_time", "idle_time"});
    while (table.next()) {
        const auto elapse = scaled(table, 6, kNanosPerMilli);
        if (!elapse) {
            table.reject(IssueKind::BadRow, "no elapse time");
            continue;
        }
        const OperationKey key = keyOf(table);
        const auto& [number, name, group, step] = key;
        const auto rank = rankOf(number);
        if (!rank) {
            table.reject(IssueKind::BadRow, "no rank");
            continue;
        }
        CommRecord record;
        record.rank = *rank;
        record.step = stepNumber(step);
        record.name = qualified(reader, name, group);
        record.group = reader.intern(group, schema.times);
        if (const auto start = scaled(table, 5, kNanosPerMicro))
            record.start = Instant{*start};
        if (*elapse < 0)
            table.note(IssueKind::NegativeDuration);
        record.elapse = Duration{std::max<std::int64_t>(*elapse, 0)};
        record.transit = durationOf(table, 7);
        record.wait = durationOf(table, 8);
        record.synchronization = durationOf(table, 9);
        if (const auto idle = scaled(table, 10, kNanosPerMilli)) // may be below zero
            record.idle = Duration{*idle};
        record.pointToPoint = table.has(4) ? table.rawText(4) == "p2p" : isPointToPoint(name);
        record.total = isTotal(name);
        const auto found = bandwidths.find(key);
        const bool none = found == bandwidths.end();
        reader.builder().addCommunication(record, none ? std::span<const CommTransport>{} : found->second);
    }
}

void readMatrix(DatabaseReader& reader, const CommunicationSchema& schema, const RankOfRow& rankOf,
                const PlaceLink& placeLink)
{
    TableScan table(reader, schema.matrix,
                    {"rank_id", "hccl_op_name", "group_name", "step", "type", "src_rank", "dst_rank", "transport_type",
                     "transit_size", "transit_time", "bandwidth", "op_name"});
    const auto isRank = [](std::int64_t number) { return number >= 0 && number <= INT32_MAX; };
    while (table.next()) {
        const double size = table.number(8);
        const Duration time = durationOf(table, 9);
        const std::int64_t source = table.integer(5);
        const std::int64_t target = table.integer(6);
        if (std::isnan(size) || time == kNoDuration || !isRank(source) || !isRank(target)) {
            table.reject(IssueKind::BadRow, "no size, no time or no ranks");
            continue;
        }
        const auto [number, name, group, step] = keyOf(table);
        LinkRecord link;
        link.step = stepNumber(step);
        link.name = qualified(reader, name, group);
        link.group = reader.intern(group, schema.matrix);
        link.operation = table.text(11);
        link.source = static_cast<std::int32_t>(source);
        link.target = static_cast<std::int32_t>(target);
        link.transport = table.text(7);
        link.sizeBytes = size * kMegabyte;
        link.time = time;
        link.bytesPerSecond = rateOf(table, 10);
        link.pointToPoint = table.has(4) ? table.rawText(4) == "p2p" : isPointToPoint(name);
        link.total = isTotal(name);
        const bool placed = !placeLink || placeLink(group, link);
        const auto rank = placed ? rankOf(number == kNoInteger ? source : number) : std::nullopt;
        if (!rank) {
            table.reject(IssueKind::BadRow, "a link outside of its group");
            continue;
        }
        link.rank = *rank;
        reader.builder().addLink(link);
    }
}

} // namespace

void readStepTrace(DatabaseReader& reader, std::string_view name, const RankOfRow& rankOf)
{
    std::vector<std::string_view> columns = {"step", "type", "index"};
    const auto first = static_cast<int>(columns.size());
    for (const StepFigure& figure : kStepFigures)
        columns.push_back(figure.column);
    TableScan table(reader, name, columns);
    while (table.next()) {
        if (table.has(1) && table.rawText(1) != "rank")
            continue; // sums over stages
        const auto rank = rankOf(table.integer(2));
        if (!rank) {
            table.reject(IssueKind::BadRow, "the index is no rank");
            continue;
        }
        FileStepRow row;
        row.rank = *rank;
        const std::int64_t number = stepNumber(table.rawText(0));
        if (number != kNoInteger)
            row.step = number;
        for (std::size_t i = 0; i < kStepFigures.size(); ++i) {
            if (const auto ns = scaled(table, static_cast<int>(i) + first, kNanosPerMicro))
                row.figures[std::string(kStepFigures[i].name)] = Duration{*ns};
        }
        reader.builder().addFileStep(std::move(row));
    }
}

void readCommunicationTables(DatabaseReader& reader, const CommunicationSchema& schema, const RankOfRow& rankOf,
                             const PlaceLink& placeLink)
{
    readTimes(reader, schema, rankOf, readBandwidths(reader, schema));
    readMatrix(reader, schema, rankOf, placeLink);
}

} // namespace tideline
