// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv/communication_csv.h"

#include <cmath>
#include <optional>

#include "core/export/csv/csv_row.h"

namespace tideline {

namespace {

std::optional<std::int64_t> wholeBytes(std::optional<double> bytes)
{
    return bytes && std::isfinite(*bytes) ? std::optional<std::int64_t>(std::llround(*bytes)) : std::nullopt;
}

} // namespace

Status writeCommunicationCsv(const Trace& trace, const std::vector<CommSum>& rows, TextSink& sink)
{
    BufferedText out(sink);
    out.add(CsvRow::header({"rank", "group", "primitive", "calls", "total_ns", "avg_ns", "share_ratio", "size_bytes",
                            "transit_ns", "wait_ns", "bandwidth_bytes_per_s"}));
    CsvRow csv;
    for (const CommSum& row : rows) {
        csv.number(trace.rank(row.rank).rank).text(row.group).text(row.primitive).number(row.calls);
        csv.time(row.total).real(row.averageNs()).real(row.share).number(wholeBytes(row.bytes));
        csv.time(row.transfer).time(row.wait).real(row.bytesPerSecond());
        out.add(csv.take());
    }
    return out.finish();
}

} // namespace tideline
