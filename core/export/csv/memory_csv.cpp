// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv/memory_csv.h"

#include "core/export/csv/csv_row.h"

namespace tideline {

Status writeMemoryCsv(const Trace& trace, const std::vector<MemoryPeak>& rows, TextSink& sink)
{
    BufferedText out(sink);
    out.add(CsvRow::header({"rank", "component", "peak_allocated_bytes", "peak_reserved_bytes", "peak_ns",
                            "reserved_at_peak_bytes", "fragmentation_ratio", "samples", "source"}));
    CsvRow csv;
    for (const MemoryPeak& row : rows) {
        csv.number(trace.rank(row.rank).rank).text(row.component).number(row.allocated).number(row.reserved);
        csv.instant(row.time).number(row.reservedAtPeak).real(row.fragmentation()).number(row.samples);
        csv.text(wordOf(row.source));
        out.add(csv.take());
    }
    return out.finish();
}

} // namespace tideline
