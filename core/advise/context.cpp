// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/context.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace tideline {

namespace {

std::optional<double> given(double value)
{
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

/// Before the scope's time cut it.
TimeRange wholeRange(const Trace& trace, const DeviceOp& op)
{
    if (op.kernel.valid()) {
        const Instant start = trace.kernels().start.at(op.kernel.row);
        return {start, start + trace.kernels().duration.at(op.kernel.row)};
    }
    return op.slice.valid() ? trace.rangeOf(op.slice) : op.range;
}

/// The records' starts went through floating point; the timeline has them exactly. Names agree up to the group.
void place(const Trace& trace, const StepProfile& step, std::vector<CommOperation>& operations)
{
    std::map<std::string_view, std::vector<const DeviceOp*>> byName;
    for (const DeviceOp& op : step.communication)
        byName[nameOf(trace, op)].push_back(&op);
    for (CommOperation& operation : operations) {
        const std::string_view name = trace.text(operation.name);
        const auto found = byName.find(name.substr(0, name.find('@')));
        if (found == byName.end())
            continue;
        const auto nearest =
            std::min_element(found->second.begin(), found->second.end(), [&](const DeviceOp* a, const DeviceOp* b) {
                const auto distance = [&](const DeviceOp* op) {
                    const TimeRange whole = wholeRange(trace, *op);
                    return std::abs((whole.start - operation.range.start).ns);
                };
                return distance(a) < distance(b);
            });
        operation.range = wholeRange(trace, **nearest);
        operation.slice = (*nearest)->slice;
    }
}

} // namespace

KernelReader::KernelReader(const Trace& trace)
    : m_trace(&trace),
      m_name(trace.kernels().name),
      m_type(trace.kernels().type),
      m_core(trace.kernels().core),
      m_opState(trace.kernels().opState),
      m_inputTypes(trace.kernels().inputTypes),
      m_inputShapes(trace.kernels().inputShapes),
      m_outputTypes(trace.kernels().outputTypes),
      m_outputShapes(trace.kernels().outputShapes),
      m_wait(trace.kernels().wait),
      m_duration(trace.kernels().duration),
      m_sliceName(trace.slices().name),
      m_sliceDuration(trace.slices().duration),
      m_pipes(trace),
      m_figures(trace)
{
}

std::string_view KernelReader::text(ColumnReader<StringId>& column, const DeviceOp& op)
{
    return op.kernel.valid() ? m_trace->text(column[op.kernel.row]) : std::string_view{};
}

StringId KernelReader::shapeId(const DeviceOp& op)
{
    return op.kernel.valid() ? m_inputShapes[op.kernel.row] : kEmptyString;
}

StringId KernelReader::nameId(const DeviceOp& op)
{
    if (op.kernel.valid())
        return m_name[op.kernel.row];
    return op.slice.valid() ? m_sliceName[op.slice.row] : kEmptyString;
}

std::optional<Duration> KernelReader::wait(const DeviceOp& op)
{
    if (!op.kernel.valid())
        return std::nullopt;
    const Duration wait = m_wait[op.kernel.row];
    return wait < Duration{} ? std::nullopt : std::optional(wait);
}

Duration KernelReader::wholeLength(const DeviceOp& op)
{
    if (op.kernel.valid())
        return std::max(m_duration[op.kernel.row], op.range.length());
    return op.slice.valid() ? std::max(m_sliceDuration[op.slice.row], op.range.length()) : op.range.length();
}

std::optional<double> KernelReader::cubeUse(const DeviceOp& op)
{
    return op.kernel.valid() ? given(m_figures.utilization(op.kernel.row)) : std::nullopt;
}

std::optional<double> KernelReader::l2Hit(const DeviceOp& op)
{
    return op.kernel.valid() ? given(m_figures.l2Hit(op.kernel.row)) : std::nullopt;
}

std::optional<double> KernelReader::trafficBytes(const DeviceOp& op)
{
    if (!op.kernel.valid() || !m_figures.hasMemory())
        return std::nullopt;
    const double read = m_figures.readBytes(op.kernel.row);
    const double write = m_figures.writeBytes(op.kernel.row);
    if (std::isnan(read) && std::isnan(write))
        return std::nullopt;
    const double bytes = (std::isnan(read) ? 0 : read) + (std::isnan(write) ? 0 : write);
    const Duration whole = wholeLength(op);
    return whole.ns > 0 ? bytes * static_cast<double>(op.range.length().ns) / static_cast<double>(whole.ns) : bytes;
}

std::optional<double> KernelReader::tensorBytes(const DeviceOp& op)
{
    const auto inputs = tideline::tensorBytes(text(m_inputShapes, op), text(m_inputTypes, op));
    const auto outputs = tideline::tensorBytes(text(m_outputShapes, op), text(m_outputTypes, op));
    return inputs && outputs ? std::optional(*inputs + *outputs) : std::nullopt;
}

RankContext::RankContext(const Trace& trace, RankId rank, const AdvisorOptions& options)
    : m_trace(&trace),
      m_rank(rank),
      m_options(&options),
      m_steps(stepProfiles(trace, rank, options.scope)),
      m_gaps(m_steps.size()),
      m_idle(m_steps.size()),
      m_operations(m_steps.size())
{
}

const HostCalls& RankContext::calls() const
{
    if (!m_calls)
        m_calls = hostCalls(*m_trace, m_rank, m_options->scope);
    return *m_calls;
}

const HostSide& RankContext::host() const
{
    if (!m_host)
        m_host = hostSide(*m_trace, m_rank, calls(), m_options->scope);
    return *m_host;
}

const std::vector<IdleGap>& RankContext::gaps(std::size_t step) const
{
    if (!m_gaps[step])
        m_gaps[step] = classifiedGaps(m_steps[step], m_steps[step].gaps, host());
    return *m_gaps[step];
}

const std::vector<IdleGap>& RankContext::idle(std::size_t step) const
{
    if (!m_idle[step])
        m_idle[step] = classifiedGaps(m_steps[step], m_steps[step].idle, host());
    return *m_idle[step];
}

const std::vector<CommOperation>& RankContext::operations(std::size_t step) const
{
    if (!m_operations[step]) {
        m_operations[step] = commOperations(*m_trace, m_rank, m_steps[step].id);
        if (m_options->scope.range)
            std::erase_if(*m_operations[step], [this](const CommOperation& operation) { return isOutside(operation); });
        place(*m_trace, m_steps[step], *m_operations[step]);
        if (m_options->scope.range)
            clipOperations(*m_operations[step], m_steps[step].window);
    }
    return *m_operations[step];
}

std::vector<HostCall> RankContext::callsOf(HostCallKind kind, std::size_t step) const
{
    const Instant from = m_steps[step].window.start;
    bool first = true;
    std::optional<Instant> until;
    for (const StepProfile& other : m_steps) {
        first = first && other.window.start >= from;
        if (other.window.start > from)
            until = until ? std::min(*until, other.window.start) : other.window.start;
    }
    std::vector<HostCall> calls;
    for (const HostCall& call : this->calls().of(kind)) {
        if ((first || call.range.start >= from) && (!until || call.range.start < *until))
            calls.push_back(call);
    }
    return calls;
}

/// By the record's own time, before an operation of the same name gives it another.
bool RankContext::isOutside(const CommOperation& operation) const
{
    const TimeRange limit = m_options->scope.range->shifted(-m_trace->rank(m_rank).axisShift);
    return operation.range.start == kNoInstant || !operation.range.intersects(limit);
}

std::optional<double> RankContext::memoryPeak() const
{
    if (m_options->limits.has("device", "memory_bytes_per_s"))
        return given(m_options->limits.value("device", "memory_bytes_per_s"));
    return given(device().hbmBytesPerSecond);
}

std::optional<double> RankContext::memoryCapacity() const
{
    if (m_options->limits.has("device", "memory_bytes"))
        return given(m_options->limits.value("device", "memory_bytes"));
    return given(device().hbmUsableBytes);
}

std::optional<double> RankContext::ratedMhz() const
{
    const FigureSource source = device().clockSource;
    const bool rated = source == FigureSource::Profile || source == FigureSource::DeviceTable;
    return rated ? given(device().clockMhz) : std::nullopt;
}

const DeviceFigures& RankContext::device() const
{
    if (!m_device)
        m_device = deviceFiguresOf(*m_trace, m_rank);
    return *m_device;
}

Duration RankContext::wall() const
{
    Duration wall;
    for (const StepProfile& step : m_steps)
        wall += step.wall();
    return wall;
}

bool RankContext::hasTimeline() const
{
    return std::any_of(m_trace->tracks().begin(), m_trace->tracks().end(),
                       [this](const TrackInfo& track) { return track.rank == m_rank && track.slices.size() > 0; });
}

AdvisorContext::AdvisorContext(const Trace& trace, const AdvisorOptions& options)
    : m_trace(&trace), m_options(&options), m_kernels(trace)
{
}

const ShortestOperations& AdvisorContext::shortest() const
{
    if (!m_shortest) {
        m_shortest.emplace();
        for (std::uint32_t rank = 0; rank < m_trace->ranks().size(); ++rank)
            m_shortest->add(RankContext(*m_trace, RankId{rank}, *m_options));
    }
    return *m_shortest;
}

} // namespace tideline
