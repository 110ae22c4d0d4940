// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_points.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/store/sort_rows.h"

namespace tideline {

namespace {

constexpr auto kByTime = [](const auto& a, const auto& b) {
    return a.time != b.time ? a.time < b.time : a.ref < b.ref;
};

} // namespace

InstantColumns freezeInstants(std::vector<PendingRows<InstantRow>> pending, std::vector<TrackInfo>& tracks,
                              const Progress& progress)
{
    ColumnBuilder<Instant> time;
    ColumnBuilder<TrackId> track;
    ColumnBuilder<StringId> name;
    ColumnBuilder<SourceRef> ref;
    for (std::uint32_t i = 0; i < tracks.size() && !progress.cancelled(); ++i) {
        std::vector<InstantRow> rows = pending[i].take();
        sortRows(rows, kByTime, progress);
        tracks[i].instants.first = time.size();
        for (const InstantRow& row : rows) {
            time.push(row.time);
            track.push(TrackId{i});
            name.push(row.name);
            ref.push(row.ref);
        }
        tracks[i].instants.last = time.size();
    }
    InstantColumns columns;
    columns.time = std::move(time).finish();
    columns.track = std::move(track).finish();
    columns.name = std::move(name).finish();
    columns.ref = std::move(ref).finish();
    return columns;
}

SampleColumns freezeSamples(std::vector<PendingRows<SampleRow>> pending, std::vector<CounterInfo>& counters,
                            const Progress& progress)
{
    ColumnBuilder<Instant> time;
    ColumnBuilder<double> value;
    for (std::size_t i = 0; i < counters.size() && !progress.cancelled(); ++i) {
        std::vector<SampleRow> rows = pending[i].take();
        sortRows(rows, kByTime, progress);
        CounterInfo& counter = counters[i];
        counter.samples.first = time.size();
        for (const SampleRow& row : rows) {
            time.push(row.time);
            value.push(row.value);
            counter.min = std::fmin(counter.min, row.value); // NaN, a gap, gives way
            counter.max = std::fmax(counter.max, row.value);
        }
        counter.samples.last = time.size();
    }
    SampleColumns columns;
    columns.time = std::move(time).finish();
    columns.value = std::move(value).finish();
    return columns;
}

} // namespace tideline
