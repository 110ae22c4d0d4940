// SPDX-License-Identifier: GPL-3.0-or-later
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/store/event_texts.h"
#include "tests/support/filled_trace.h"

namespace tideline::test {

namespace {

constexpr std::uint64_t kMostMissing = 60; // a block of texts may be damaged

/// Writes a trace line by line. Ids of tables whose order is part of the trace stay numbers.
class TraceWriter {
public:
    explicit TraceWriter(const Trace& trace) : m_trace(trace) {}

    std::vector<std::string> write()
    {
        writeRanks();
        writeLanes();
        writeSlices();
        writePoints();
        writeKernels();
        writeRecords();
        writeTables();
        writeTotals();
        return std::move(m_lines);
    }

private:
    template <typename... Values>
    void line(const char* table, const Values&... values)
    {
        std::string text = table;
        ((text += ' ', text += shown(values)), ...);
        m_lines.push_back(std::move(text));
    }
    std::string shown(StringId id) const
    {
        return id.valid() ? '"' + std::string(m_trace.text(id)) + '"' : std::string("no text");
    }
    template <typename Tag>
    static std::string shown(Id<Tag> id)
    {
        return id.valid() ? std::to_string(id.row) : "-";
    }
    static std::string shown(Instant t) { return std::to_string(t.ns); }
    static std::string shown(Duration d) { return std::to_string(d.ns); }
    static std::string shown(SourceRef ref) { return fmt::format("{}@{}", ref.source(), ref.offset()); }
    static std::string shown(RowRange rows) { return fmt::format("[{},{})", rows.first, rows.last); }
    static std::string shown(TimeRange range) { return fmt::format("[{},{})", range.start.ns, range.end.ns); }
    static std::string shown(const std::string& text) { return text; }
    static std::string shown(const char* text) { return text; }
    template <typename T>
    requires std::is_arithmetic_v<T>
    static std::string shown(T number) { return fmt::format("{}", number); }
    template <typename T>
    requires std::is_enum_v<T>
    static std::string shown(T value) { return std::to_string(static_cast<int>(value)); }
    template <typename T>
    std::string shown(const std::optional<T>& value) const
    {
        return value ? shown(*value) : "none";
    }
    template <typename T>
    std::string shown(const std::vector<T>& values) const
    {
        std::string text;
        for (const T& value : values)
            text += shown(value) + ',';
        return text;
    }
    template <typename V>
    std::string shown(const std::map<std::string, V>& values) const
    {
        std::string text;
        for (const auto& [key, value] : values)
            text += key + '=' + shown(value) + ',';
        return text;
    }

    void writeRanks()
    {
        for (const RankInfo& r : m_trace.ranks()) {
            line("rank", r.rank, r.device, r.host, r.format, r.path, r.timeBaseNs, r.axisShift, r.hostShift,
                 r.profilerLevel, r.switches, r.environment, r.parallelPlan);
            if (r.clock)
                line("clock", r.clock->shift, r.clock->driftPpm, r.clock->residual, r.clock->collectives,
                     r.clock->least, r.clock->most, r.clock->doubt, r.clock->host.shift, r.clock->host.driftPpm,
                     r.clock->host.residual, r.clock->host.doubt);
            for (const ParallelGroup& g : r.groups)
                line("group", g.key, g.hash, g.name, g.position, g.ranks);
        }
        for (const StepInfo& s : m_trace.steps())
            line("step", s.rank, s.id, s.range, s.source);
        for (const FileStepRow& s : m_trace.fileSteps())
            line("file step", s.rank, s.step, s.figures);
    }

    void writeLanes()
    {
        for (const ProcessInfo& p : m_trace.processes())
            line("process", p.rank, p.pid, p.name, p.labels, p.sortIndex, p.role);
        for (const TrackInfo& t : m_trace.tracks())
            line("track", t.rank, t.process, t.tid, t.name, t.kind, t.sortIndex, t.slices, t.rows, t.instants, t.busy,
                 t.sum, t.overlapping, t.enclosing, t.extent);
        for (const CounterInfo& c : m_trace.counters())
            line("counter", c.rank, c.process, c.name, c.series, c.unit, c.samples, c.min, c.max);
    }

    void writeSlices()
    {
        const SliceColumns& s = m_trace.slices();
        for (std::uint32_t i = 0; i < s.size(); ++i)
            line("slice", s.start.at(i), s.duration.at(i), s.self.at(i), s.name.at(i), s.category.at(i),
                 s.taskType.at(i), s.parent.at(i), s.ref.at(i), m_trace.kernelOf(SliceId{i}));
        const FlowColumns& f = m_trace.flows();
        for (std::uint32_t i = 0; i < f.size(); ++i)
            line("flow", f.fromTrack.at(i), f.fromTime.at(i), f.fromSlice.at(i), f.toTrack.at(i), f.toTime.at(i),
                 f.toSlice.at(i), f.category.at(i));
    }

    void writePoints()
    {
        const InstantColumns& points = m_trace.instants();
        for (std::uint32_t i = 0; i < points.size(); ++i)
            line("instant", points.time.at(i), points.track.at(i), points.name.at(i), points.ref.at(i));
        for (std::uint32_t i = 0; i < m_trace.samples().size(); ++i)
            line("sample", m_trace.samples().time.at(i), m_trace.samples().value.at(i));
    }

    void writeKernels()
    {
        const KernelColumns& k = m_trace.kernels();
        for (std::uint32_t i = 0; i < k.size(); ++i) {
            line("kernel", k.rank.at(i), k.step.at(i), k.start.at(i), k.duration.at(i), k.wait.at(i), k.name.at(i),
                 k.type.at(i), k.core.at(i), k.stream.at(i), k.task.at(i), k.device.at(i), k.blockDim.at(i),
                 k.mixBlockDim.at(i), k.opState.at(i), k.inputShapes.at(i), k.inputTypes.at(i), k.inputFormats.at(i),
                 k.outputShapes.at(i), k.outputTypes.at(i), k.outputFormats.at(i), k.slice.at(i), k.ref.at(i));
            std::map<std::string, double> metrics; // their order among each other means nothing
            for (const NamedColumn& metric : k.metrics)
                metrics[metric.name] = metric.values.at(i);
            line("metrics", metrics);
        }
    }

    void writeRecords()
    {
        const RecordTables& records = m_trace.records();
        for (std::uint32_t i = 0; i < records.communication.size(); ++i) {
            const CommRecord r = records.communication.at(i);
            line("operation", r.rank, r.step, r.name, r.group, r.start, r.elapse, r.transit, r.wait, r.synchronization,
                 r.idle, r.transports, r.pointToPoint, r.total);
        }
        for (std::uint32_t i = 0; i < records.transports.size(); ++i) {
            const CommTransport r = records.transports.at(i);
            line("transport", r.transport, r.sizeBytes, r.time, r.bytesPerSecond, r.largePacketRatio, r.packets);
        }
        for (std::uint32_t i = 0; i < records.links.size(); ++i) {
            const LinkRecord r = records.links.at(i);
            line("link", r.rank, r.step, r.name, r.group, r.operation, r.source, r.target, r.transport, r.sizeBytes,
                 r.time, r.bytesPerSecond, r.pointToPoint, r.total);
        }
        for (std::uint32_t i = 0; i < records.memory.size(); ++i) {
            const MemoryRecord r = records.memory.at(i);
            line("memory", r.rank, r.component, r.device, r.time, r.allocated, r.reserved, r.active, r.stream);
        }
        for (std::uint32_t i = 0; i < records.allocations.size(); ++i) {
            const AllocationRecord r = records.allocations.at(i);
            line("allocation", r.rank, r.name, r.device, r.size, r.allocated, r.released, r.activeReleased,
                 r.totalAllocated, r.totalReserved, r.stream);
        }
    }

    void writeTables()
    {
        for (const ExtraTable& table : m_trace.extraTables()) {
            line("table", table.rank, table.name, table.rows);
            for (const ExtraTable::Field& field : table.fields) {
                line("field", field.name, field.numeric);
                for (std::uint32_t i = 0; i < table.rows; ++i)
                    field.numeric ? line("cell", field.numbers.at(i)) : line("cell", field.texts.at(i));
            }
        }
        for (const SourceInfo& source : m_trace.sources()) {
            line("source", source.path.string(), source.bytes, source.texts != nullptr);
            // Filled sources have an event at every place up to the last.
            for (std::uint64_t offset = 0, missing = 0; source.texts && missing < kMostMissing; ++offset) {
                const auto text = source.texts->at(offset);
                missing = text ? 0 : missing + 1;
                if (text)
                    line("text", offset, *text);
            }
        }
    }

    void writeTotals()
    {
        const TraceTotals& t = m_trace.totals();
        line("totals", t.slices, t.instants, t.asyncSpans, t.counterSamples, t.flows, t.flowStartsUnmatched,
             t.flowEndsUnmatched, t.beginUnmatched, t.endUnmatched, t.fromEvents, t.eventsByPhase, t.first, t.last);
        line("extent", m_trace.axisExtent());
    }

    const Trace& m_trace;
    std::vector<std::string> m_lines;
};

} // namespace

std::vector<std::string> traceText(const Trace& trace)
{
    return TraceWriter(trace).write();
}

} // namespace tideline::test
