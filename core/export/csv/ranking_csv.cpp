// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv/ranking_csv.h"

#include "core/export/csv/csv_row.h"

namespace tideline {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kBytesPerGb = 1e9;

std::optional<double> scaled(std::optional<double> value, double divisor)
{
    return value ? std::optional(*value / divisor) : std::nullopt;
}

std::optional<double> volumeOf(std::string_view name, const OperationBytes& volumes)
{
    const auto found = volumes.find(name.substr(0, name.find('@')));
    return found == volumes.end() ? std::nullopt : std::optional(found->second);
}

void addInstance(const Trace& trace, const RankingRow& row, CsvRow& csv)
{
    csv.number(row.rank.valid() ? trace.rank(row.rank).rank : std::nullopt);
    csv.number(row.step).number(row.stream).instant(row.start);
}

} // namespace

Status writeRankingCsv(const Trace& trace, const Ranking& ranking, const RankingOptions& options, TextSink& sink)
{
    const bool instances = options.by == RankingBy::Instance;
    BufferedText out(sink);
    std::string header = CsvRow::header({"rank_no", "name", "type", "core", "shape", "calls", "total_ns", "self_ns",
                                         "avg_ns", "min_ns", "max_ns", "ratio", "wait_ns", "utilization_ratio",
                                         "l2_hit_ratio", "read_bytes_per_s", "write_bytes_per_s"});
    if (instances) {
        header.pop_back();
        header += ",rank,step,stream,start_ns\n";
    }
    out.add(header);
    CsvRow csv;
    std::int64_t number = 0;
    for (const RankingRow& row : ranking.rows) {
        csv.number(++number).text(row.name).text(row.type).text(row.core).text(row.shape).number(row.calls);
        csv.time(row.total).time(row.self).real(row.averageNs()).time(row.min).time(row.max).real(row.ratio);
        csv.time(row.wait).real(row.utilization).real(row.l2HitRatio);
        csv.real(row.readBytesPerSecond).real(row.writeBytesPerSecond);
        if (instances)
            addInstance(trace, row, csv);
        out.add(csv.take());
    }
    return out.finish();
}

Status writeArticleCsv(const Ranking& ranking, RankingMetric metric, const OperationBytes& volumes, TextSink& sink)
{
    BufferedText out(sink);
    CsvRow csv;
    const bool memory = metric == RankingMetric::MemoryBandwidth;
    const bool communication = metric == RankingMetric::CommunicationDuration;
    if (memory)
        out.add("rank,operator_name,memory_read_GBps,memory_write_GBps,memory_bandwidth_utilization\n");
    else if (communication)
        out.add("rank,operator_name,duration_ms,communication_volume_GB\n");
    else
        out.add("rank,operator_name,duration_ms,aic_utilization,l2_cache_hit_rate\n");
    std::int64_t number = communication ? 0 : 1;
    for (const RankingRow& row : ranking.rows) {
        csv.number(number++).text(row.name);
        const double milliseconds = static_cast<double>(row.total.ns) / kNsPerMs;
        if (memory)
            csv.real(scaled(row.readBytesPerSecond, kBytesPerGb))
                .real(scaled(row.writeBytesPerSecond, kBytesPerGb))
                .nothing();
        else if (communication)
            csv.real(milliseconds).real(scaled(volumeOf(row.name, volumes), kBytesPerGb));
        else
            csv.real(milliseconds).real(row.utilization).real(row.l2HitRatio);
        out.add(csv.take());
    }
    return out.finish();
}

} // namespace tideline
