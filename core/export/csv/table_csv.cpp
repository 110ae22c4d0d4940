// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv/table_csv.h"

#include "core/analyze/scope_filter.h"
#include "core/export/csv/csv_row.h"

namespace tideline {

namespace {

constexpr std::uint32_t kRowsPerCheck = 4096;

Error cancelled()
{
    return {ErrorCode::Cancelled, "the export was cancelled", {}, {}};
}

/// True when the export should end before `row`.
bool stops(std::uint32_t row, const BufferedText& out, const Progress& progress)
{
    return row % kRowsPerCheck == 0 && (out.failed() || progress.cancelled());
}

std::optional<std::int64_t> given(std::int64_t value)
{
    return value == kNoInteger ? std::nullopt : std::optional(value);
}

std::optional<Duration> figure(const StepRow& row, const char* name)
{
    const auto found = row.file.find(name);
    return found == row.file.end() ? std::nullopt : std::optional(found->second);
}

std::string kernelHeader(const KernelColumns& kernels)
{
    std::string header = CsvRow::header(
        {"rank",         "step",        "start_ns",      "duration_ns",   "wait_ns",      "name",          "type",
         "core",         "stream",      "task",          "device",        "block_dim",    "mix_block_dim", "op_state",
         "input_shapes", "input_types", "input_formats", "output_shapes", "output_types", "output_formats"});
    header.pop_back();
    for (const NamedColumn& metric : kernels.metrics) {
        CsvRow cell;
        header += ',' + cell.text(metric.name).take();
        header.pop_back();
    }
    return header + '\n';
}

void addKernel(const Trace& trace, std::uint32_t row, CsvRow& csv)
{
    const KernelColumns& k = trace.kernels();
    const auto text = [&](const Column<StringId>& column) { csv.text(trace.text(column.at(row))); };
    csv.number(trace.rank(k.rank.at(row)).rank).number(given(k.step.at(row)));
    csv.number(k.start.at(row).ns).number(k.duration.at(row).ns);
    csv.time(k.wait.at(row).ns < 0 ? std::nullopt : std::optional(k.wait.at(row)));
    text(k.name);
    text(k.type);
    text(k.core);
    for (const auto* column : {&k.stream, &k.task, &k.device, &k.blockDim, &k.mixBlockDim})
        csv.number(given(column->at(row)));
    for (const auto* column : {&k.opState, &k.inputShapes, &k.inputTypes, &k.inputFormats, &k.outputShapes,
                               &k.outputTypes, &k.outputFormats})
        text(*column);
    for (const NamedColumn& metric : k.metrics)
        csv.real(metric.values.at(row));
}

void addSlice(const Trace& trace, const TrackInfo& track, std::uint32_t row, CsvRow& csv)
{
    const SliceColumns& s = trace.slices();
    csv.number(trace.rank(track.rank).rank).text(trace.process(track.process).name).text(track.name);
    csv.text(track.tid).number(s.start.at(row).ns).number(s.duration.at(row).ns).number(s.self.at(row).ns);
    csv.text(trace.text(s.name.at(row))).text(trace.text(s.category.at(row))).text(trace.text(s.taskType.at(row)));
}

} // namespace

Status writeStepsCsv(const Trace& trace, const std::vector<StepRow>& rows, TextSink& sink)
{
    BufferedText out(sink);
    out.add(CsvRow::header({"rank", "step", "wall_ns", "computing_ns", "communication_ns", "overlapped_ns",
                            "communication_not_overlapped_ns", "free_ns", "preparing_ns", "stage_ns", "bubble_ns",
                            "span_ns", "file_computing_ns", "file_communication_ns", "file_overlapped_ns",
                            "file_communication_not_overlapped_ns", "file_free_ns", "file_preparing_ns"}));
    CsvRow csv;
    for (const StepRow& row : rows) {
        csv.number(trace.rank(row.rank).rank).number(row.step).time(row.wall).time(row.computing);
        csv.time(row.communication).time(row.overlapped).time(row.notOverlapped).time(row.free).time(row.preparing);
        csv.time(row.stage).time(row.bubble).time(row.span);
        for (const char* name :
             {"Computing", "Communication", "Overlapped", "Communication(Not Overlapped)", "Free", "Preparing"})
            csv.time(figure(row, name));
        out.add(csv.take());
    }
    return out.finish();
}

Status writeKernelsCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress)
{
    BufferedText out(sink);
    ScopeFilter filter(trace, scope);
    CsvRow csv;
    out.add(kernelHeader(trace.kernels()));
    for (std::uint32_t row = 0; row < trace.kernels().size(); ++row) {
        if (stops(row, out, progress))
            break;
        if (!filter.limitsNothing() && !filter.holdsKernel(row))
            continue;
        addKernel(trace, row, csv);
        out.add(csv.take());
    }
    return progress.cancelled() ? Status(cancelled()) : out.finish();
}

Status writeSlicesCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress)
{
    BufferedText out(sink);
    ScopeFilter filter(trace, scope);
    CsvRow csv;
    out.add(CsvRow::header(
        {"rank", "process", "track", "thread", "start_ns", "duration_ns", "self_ns", "name", "category", "task_type"}));
    for (const TrackInfo& track : trace.tracks()) {
        if (!isCounted(track.kind) || filter.excludes(track))
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            if (stops(row, out, progress))
                break;
            if (!filter.limitsNothing() && !filter.holdsSlice(track, row))
                continue;
            addSlice(trace, track, row, csv);
            out.add(csv.take());
        }
    }
    return progress.cancelled() ? Status(cancelled()) : out.finish();
}

Status writeCountersCsv(const Trace& trace, const Scope& scope, TextSink& sink, const Progress& progress)
{
    BufferedText out(sink);
    const ScopeFilter filter(trace, scope);
    CsvRow csv;
    out.add(CsvRow::header({"rank", "process", "counter", "series", "unit", "time_ns", "value"}));
    for (const CounterInfo& counter : trace.counters()) {
        if (filter.excludes(counter.rank))
            continue;
        const Duration shift = trace.rank(counter.rank).axisShift;
        for (std::uint32_t row = counter.samples.first; row < counter.samples.last; ++row) {
            if (stops(row, out, progress))
                break;
            const Instant time = trace.samples().time.at(row);
            if (scope.range && !scope.range->contains(time + shift))
                continue;
            csv.number(trace.rank(counter.rank).rank).text(trace.process(counter.process).name).text(counter.name);
            csv.text(counter.series).text(counter.unit).number(time.ns).real(trace.samples().value.at(row));
            out.add(csv.take());
        }
    }
    return progress.cancelled() ? Status(cancelled()) : out.finish();
}

} // namespace tideline
