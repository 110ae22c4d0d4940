// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_points.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/store/gather.h"
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
                            TaskPool& pool, const Progress& progress)
{
    constexpr std::size_t kBatchRows = std::size_t{1} << 19; // enough work for the pool, little memory
    ColumnBuilder<Instant> time;
    ColumnBuilder<double> value;
    for (std::size_t first = 0, last = 0; first < counters.size() && !progress.cancelled(); first = last) {
        std::size_t rows = 0;
        for (; last < counters.size() && (last == first || rows < kBatchRows); ++last) {
            const auto begin = time.size() + static_cast<std::uint32_t>(rows);
            rows += pending[last].size();
            counters[last].samples = {begin, time.size() + static_cast<std::uint32_t>(rows)};
        }
        std::vector<std::vector<SampleRow>> batch(last - first);
        pool.forEach(batch.size(), [&](std::size_t i) {
            sortedRows(pending[first + i].takeChunks(), batch[i], kByTime, progress);
            CounterInfo& counter = counters[first + i];
            for (const SampleRow& row : batch[i]) {
                // NaN, a gap, gives way.
                counter.min = row.value < counter.min || std::isnan(counter.min) ? row.value : counter.min;
                counter.max = row.value > counter.max || std::isnan(counter.max) ? row.value : counter.max;
            }
        });
        const auto pushAll = [&](auto& column, auto SampleRow::*member) {
            for (const std::vector<SampleRow>& samples : batch)
                column.fill(samples.size(), [&](std::size_t i) { return samples[i].*member; });
        };
        inParallel(
            pool, [&] { pushAll(time, &SampleRow::time); }, [&] { pushAll(value, &SampleRow::value); });
    }
    SampleColumns columns;
    columns.time = std::move(time).finish();
    columns.value = std::move(value).finish();
    return columns;
}

} // namespace tideline
