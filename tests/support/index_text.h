// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/index/trace_index.h"

namespace tideline::test {

/// What an index answers, a line per answer: columns of every row from far and near, curves, names with their slices,
/// arrows. Equal texts are equal indexes.
inline std::vector<std::string> indexText(const Trace& trace, const TraceIndex& index)
{
    std::vector<std::string> lines;
    const auto number = [](auto id) { return id.valid() ? std::to_string(id.row) : std::string("-"); };
    const auto text = [&](StringId id) { return id.valid() ? std::string(trace.text(id)) : std::string("-"); };
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const TrackInfo& track = trace.tracks()[t];
        const auto mip = index.mip(TrackId{t});
        for (std::uint32_t row = 0; mip && track.extent && row < track.rows.size(); ++row) {
            for (const std::int64_t part : {1, 7}) {
                const TimeRange whole = *track.extent;
                const TimeRange range{whole.start, whole.start + Duration{whole.length().ns / part + 1}};
                std::string line = "mip " + std::to_string(t) + ' ' + std::to_string(row);
                for (const MipColumn& column : mip->columns(trace, row, range, 5))
                    line += ' ' + std::to_string(column.busy.ns) + ',' + text(column.name) + ','
                            + number(column.longest) + ',' + std::to_string(column.count);
                lines.push_back(std::move(line));
            }
        }
    }
    for (std::uint32_t c = 0; c < trace.counters().size(); ++c) {
        const auto pyramid = index.pyramid(CounterId{c});
        std::string line = "curve " + std::to_string(c);
        if (pyramid) {
            for (const CounterPoint& point : pyramid->points(trace, trace.axisExtent(), 6))
                line += ' ' + std::to_string(point.time.ns) + ',' + std::to_string(point.value);
        }
        lines.push_back(std::move(line));
    }
    const NameIndex& names = index.names();
    for (std::uint32_t i = 0; i < names.entries().size(); ++i) {
        const NameIndex::Entry& entry = names.entries()[i];
        std::string line = "name " + text(entry.name) + ' ' + std::to_string(entry.count) + ' '
                           + std::to_string(entry.total.ns) + ' ' + std::to_string(entry.self.ns);
        for (const SliceId slice : names.slicesOf(i))
            line += ' ' + number(slice);
        lines.push_back(std::move(line));
    }
    lines.push_back("found " + std::to_string(names.find("OP0_").size()));
    for (std::uint32_t slice = 0; slice < trace.slices().size(); ++slice) {
        std::string line;
        for (const FlowId flow : index.flows().from(trace, SliceId{slice}))
            line += " from " + number(flow);
        for (const FlowId flow : index.flows().to(trace, SliceId{slice}))
            line += " to " + number(flow);
        if (!line.empty())
            lines.push_back("flows " + std::to_string(slice) + line);
    }
    return lines;
}

} // namespace tideline::test
