// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/kernel_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/decode/decimal.h"
#include "core/import/counter_figures.h"

namespace tideline {

namespace {

constexpr std::size_t kNotRegistered = std::numeric_limits<std::size_t>::max();

/// Where the columns of a kernel stand in this file; -1 where the file lacks them.
struct KernelLayout {
    explicit KernelLayout(const std::vector<std::string>& header);

    int name, type, core, start, duration, wait, step, device, stream, task, blockDim, mixBlockDim, opState;
    int inputShapes, inputTypes, inputFormats, outputShapes, outputTypes, outputFormats;
    std::vector<int> others; ///< candidates for metrics
};

/// Numbers that name or classify and measure nothing.
bool isIdentifier(std::string_view name)
{
    constexpr std::string_view kNames[] = {"Model ID", "Model Name", "Context ID",    "Infer ID",
                                           "Batch ID", "Stream ID",  "HF32 Eligible", "task_stop(us)"};
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

KernelLayout::KernelLayout(const std::vector<std::string>& header)
    : name(columnOf(header, {"Name", "Op Name", "kernel_name"})),
      type(columnOf(header, {"Type", "OP Type"})),
      core(columnOf(header, {"Accelerator Core", "Task Type", "kernel_type"})),
      start(columnOf(header, {"Start Time(us)", "Task Start Time(us)", "task_start(us)"})),
      duration(columnOf(header, {"Duration(us)", "Task Duration(us)", "task_time(us)"})),
      wait(columnOf(header, {"Wait Time(us)", "Task Wait Time(us)"})),
      step(columnOf(header, {"Step Id", "Step ID"})),
      device(columnOf(header, {"Device_id", "Device ID"})),
      stream(columnOf(header, {"Stream ID", "stream_id"})),
      task(columnOf(header, {"Task ID", "task_id"})),
      blockDim(columnOf(header, {"Block Dim", "Block Num"})),
      mixBlockDim(columnOf(header, {"Mix Block Dim", "Mix Block Num"})),
      opState(columnOf(header, {"OP State"})),
      inputShapes(columnOf(header, {"Input Shapes"})),
      inputTypes(columnOf(header, {"Input Data Types"})),
      inputFormats(columnOf(header, {"Input Formats"})),
      outputShapes(columnOf(header, {"Output Shapes"})),
      outputTypes(columnOf(header, {"Output Data Types"})),
      outputFormats(columnOf(header, {"Output Formats"}))
{
    const int own[] = {name,       type,         core,         start,       duration,     wait,    step,
                       device,     stream,       task,         blockDim,    mixBlockDim,  opState, inputShapes,
                       inputTypes, inputFormats, outputShapes, outputTypes, outputFormats};
    for (int column = 0; column < static_cast<int>(header.size()); ++column) {
        const std::string& title = header[static_cast<std::size_t>(column)];
        if (std::find(std::begin(own), std::end(own), column) == std::end(own) && !title.empty()
            && !isIdentifier(title))
            others.push_back(column);
    }
}

/// Makes the tracks of a profile that has kernel rows but no timeline.
class RowSlices {
public:
    explicit RowSlices(ImportContext& context) : m_builder(context.builder) {}

    void add(const KernelRow& kernel)
    {
        SliceRow slice;
        slice.start = kernel.start;
        slice.duration = kernel.duration;
        slice.ref = kernel.ref;
        slice.name = kernel.name;
        slice.taskType = kernel.core;
        const bool communication = isCommunicationCore(m_builder.strings().text(kernel.core));
        m_builder.addSlice(communication ? communicationTrack(kernel.rank) : streamTrack(kernel), slice);
        const Instant end = kernel.start + kernel.duration;
        m_totals.first = std::min(m_totals.first.value_or(kernel.start), kernel.start);
        m_totals.last = std::max(m_totals.last.value_or(end), end);
    }
    void finish() { m_builder.addTotals(m_totals); }

private:
    TrackId communicationTrack(RankId rank)
    {
        TrackId& track = m_communication[rank];
        if (!track.valid())
            track = make(rank, {"Communication", "NPU", ProcessRole::Communication, 1}, "Communication",
                         TrackKind::CommGroup, "Communication");
        return track;
    }
    TrackId streamTrack(const KernelRow& kernel)
    {
        TrackId& track = m_streams[{kernel.rank, kernel.device, kernel.stream}];
        if (track.valid())
            return track;
        const bool device = kernel.device != kNoInteger;
        const std::string label = device ? "NPU " + std::to_string(kernel.device) : std::string("NPU");
        const bool stream = kernel.stream != kNoInteger;
        const std::string tid = stream ? std::to_string(kernel.stream) : std::string("kernels");
        const std::string name = stream ? "Stream " + tid : std::string("Kernels");
        track = make(kernel.rank, {label, label, ProcessRole::Device, 0}, tid, TrackKind::Stream, name);
        if (stream)
            m_builder.track(track).sortIndex = kernel.stream;
        return track;
    }
    struct Home {
        std::string pid;
        std::string labels;
        ProcessRole role;
        std::int64_t sortIndex;
    };
    TrackId make(RankId rank, const Home& home, const std::string& tid, TrackKind kind, const std::string& name)
    {
        ProcessInfo& process = m_builder.process(m_builder.process(rank, home.pid));
        process.name = home.role == ProcessRole::Device ? "Ascend Hardware" : "Communication";
        process.labels = home.labels;
        process.role = home.role;
        process.sortIndex = home.sortIndex;
        const TrackId track = m_builder.track(rank, home.pid, tid, kind);
        m_builder.track(track).name = name;
        return track;
    }

    TraceBuilder& m_builder;
    std::map<RankId, TrackId> m_communication;
    std::map<std::tuple<RankId, std::int64_t, std::int64_t>, TrackId> m_streams; // by device and stream
    TraceTotals m_totals;
};

class KernelReader {
public:
    KernelReader(TableReader& table, ImportContext& context)
        : m_table(table), m_context(context), m_layout(table.header()), m_metric(m_layout.others.size(), kNotRegistered)
    {
        for (const int column : m_layout.others)
            m_plausible.push_back(plausibleRange(table.header()[static_cast<std::size_t>(column)]));
    }

    /// The current row; nothing (and an issue) when it has no start or no duration.
    std::optional<KernelRow> read(RankId rank, std::uint32_t source)
    {
        const auto start = nanosFromMicros(m_table.row().field(m_layout.start));
        const auto duration = nanosFromMicros(m_table.row().field(m_layout.duration));
        if (!start || !duration) {
            m_table.reject(IssueKind::BadRow, start ? "the duration is not a number" : "the start is not a number");
            return {};
        }
        KernelRow kernel;
        kernel.rank = rank;
        kernel.ref = SourceRef(source, m_table.row().offset());
        kernel.start = Instant{*start};
        kernel.duration = Duration{std::max<std::int64_t>(*duration, 0)};
        if (*duration < 0)
            m_table.note(IssueKind::NegativeDuration);
        if (const auto wait = nanosFromMicros(m_table.row().field(m_layout.wait)))
            kernel.wait = Duration{*wait};
        readIds(kernel);
        readTexts(kernel);
        readMetrics(kernel);
        return kernel;
    }

private:
    void readIds(KernelRow& kernel)
    {
        kernel.step = m_table.integer(m_layout.step);
        kernel.stream = m_table.integer(m_layout.stream);
        kernel.task = m_table.integer(m_layout.task);
        kernel.device = m_table.integer(m_layout.device);
        kernel.blockDim = m_table.integer(m_layout.blockDim);
        kernel.mixBlockDim = m_table.integer(m_layout.mixBlockDim);
    }
    void readTexts(KernelRow& kernel)
    {
        kernel.name = m_table.text(m_layout.name);
        kernel.type = asWritten(m_layout.type);
        kernel.core = asWritten(m_layout.core);
        kernel.opState = m_table.text(m_layout.opState);
        kernel.inputShapes = shapes(m_layout.inputShapes);
        kernel.inputTypes = m_table.text(m_layout.inputTypes);
        kernel.inputFormats = m_table.text(m_layout.inputFormats);
        kernel.outputShapes = shapes(m_layout.outputShapes);
        kernel.outputTypes = m_table.text(m_layout.outputTypes);
        kernel.outputFormats = m_table.text(m_layout.outputFormats);
    }
    // Type and core group rows in rankings, "spelled as in the file": N/A stays N/A.
    StringId asWritten(int column) { return m_table.intern(m_table.row().field(column)); }
    // The producer quotes these cells a second time: """1,2;3""" holds "1,2;3".
    StringId shapes(int column)
    {
        std::string_view cell = m_table.row().field(column);
        if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"')
            return m_table.text(column);
        return m_table.intern(cell.substr(1, cell.size() - 2));
    }
    void readMetrics(KernelRow& kernel)
    {
        kernel.metrics.reserve(m_metric.size());
        for (std::size_t i = 0; i < m_metric.size(); ++i) {
            const double value = numberOf(m_table.row().field(m_layout.others[i]));
            if (std::isnan(value))
                continue;
            if (!m_plausible[i].holds(value)) {
                m_table.note(IssueKind::BadFigure);
                continue;
            }
            if (m_metric[i] == kNotRegistered) {
                const auto column = static_cast<std::size_t>(m_layout.others[i]);
                m_metric[i] = m_context.builder.kernelMetric(m_table.header()[column]);
            }
            if (kernel.metrics.size() <= m_metric[i])
                kernel.metrics.resize(m_metric[i] + 1, std::numeric_limits<double>::quiet_NaN());
            kernel.metrics[m_metric[i]] = value;
        }
    }

    TableReader& m_table;
    ImportContext& m_context;
    KernelLayout m_layout;
    std::vector<std::size_t> m_metric;    // of m_layout.others, by the builder's numbering
    std::vector<FigureRange> m_plausible; // likewise
};

} // namespace

Status readKernels(TableReader& table, const std::filesystem::path& path, RowRanks ranks, KernelSlices slices,
                   ImportContext& context)
{
    auto source = context.builder.addSource({path, table.row().size(), nullptr});
    if (!source)
        return source.error();
    KernelReader reader(table, context);
    RowSlices rowSlices(context);
    while (table.next()) {
        const RankId rank = ranks.of(table);
        std::optional<KernelRow> kernel = reader.read(rank, *source);
        if (!kernel)
            continue;
        std::optional<std::int64_t>& device = context.builder.rank(rank).device;
        if (!device && kernel->device != kNoInteger)
            device = kernel->device;
        if (slices == KernelSlices::FromRows)
            rowSlices.add(*kernel);
        context.builder.addKernel(std::move(*kernel));
    }
    if (table.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    if (slices == KernelSlices::FromRows)
        rowSlices.finish();
    table.finish();
    return Done{};
}

} // namespace tideline
