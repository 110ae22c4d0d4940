// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "tests/unit/export/facts.h"

namespace tideline::test {

namespace {

std::string orMissing(std::string_view text)
{
    return text.empty() ? "N/A" : std::string(text);
}

class SessionFacts {
public:
    SessionFacts(const Session& session, Facts& into) : m_session(session), m_trace(session.trace()), m_into(into) {}

    void add()
    {
        addKernels();
        addSlices();
        addFlows();
        addCommunication();
        addMemory();
        addSteps();
    }

private:
    std::int64_t rank(RankId id) const { return m_trace.rank(id).rank.value_or(-1); }

    void addKernels()
    {
        const KernelColumns& rows = m_trace.kernels();
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const std::string_view core = m_trace.text(rows.core.at(i));
            const std::int64_t start = rows.start.at(i).ns;
            const std::int64_t who = rank(rows.rank.at(i));
            if (core == "HCCL" || core == "COMMUNICATION")
                continue;
            m_into.kernels.push_back(fmt::format("{} {} {} {} {}", who, m_trace.text(rows.name.at(i)), streamOf(i),
                                                 start, rows.duration.at(i).ns));
            const auto text = [&](const Column<StringId>& column) { return std::string(m_trace.text(column.at(i))); };
            m_into.kernelTypes.push_back(fmt::format(
                "{} {} {} {} {}/{}/{} {}/{}/{}", who, start, text(rows.type), core, text(rows.inputShapes),
                orMissing(text(rows.inputTypes)), orMissing(text(rows.inputFormats)), text(rows.outputShapes),
                orMissing(text(rows.outputTypes)), orMissing(text(rows.outputFormats))));
            m_into.kernelSteps.push_back(fmt::format("{} {} {}", who, start, rows.step.at(i)));
        }
    }

    /// The lane tells it where the table has no column for it.
    std::string streamOf(std::uint32_t kernel) const
    {
        const std::int64_t stream = m_trace.kernels().stream.at(kernel);
        const SliceId slice = m_trace.kernels().slice.at(kernel);
        if (stream != kNoInteger || !slice.valid())
            return std::to_string(stream);
        const std::string& lane = m_trace.track(m_trace.trackOf(slice)).name;
        return lane.substr(lane.find(' ') + 1);
    }

    void addSlices()
    {
        for (const TrackInfo& track : m_trace.tracks()) {
            const ProcessInfo& process = m_trace.process(track.process);
            const std::int64_t who = rank(track.rank);
            for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
                const std::string_view name = m_trace.text(m_trace.slices().name.at(row));
                const std::int64_t start = m_trace.slices().start.at(row).ns;
                const std::int64_t length = m_trace.slices().duration.at(row).ns;
                if (track.kind == TrackKind::HostThread) {
                    std::vector<std::string>& into =
                        process.role == ProcessRole::Cann ? m_into.calls : m_into.operators;
                    into.push_back(fmt::format("{} {} {} {} {}", who, track.name.substr(track.name.find(' ') + 1), name,
                                               start, length));
                } else if (track.kind == TrackKind::Stream && name == "MEMCPY_ASYNC") {
                    m_into.copies.push_back(
                        fmt::format("{} {} {} {}", who, track.name.substr(track.name.find(' ') + 1), start, length));
                } else if (track.kind == TrackKind::CommGroup) {
                    m_into.collectives.push_back(fmt::format("{} {} {} {}", who, name, start, length));
                } else if (track.kind == TrackKind::CommPlane) {
                    m_into.parts.push_back(fmt::format("{} {} {}", who, start, length));
                }
            }
        }
    }

    void addFlows()
    {
        const FlowColumns& flows = m_trace.flows();
        for (std::uint32_t i = 0; i < flows.size(); ++i) {
            const std::string_view kind = m_trace.text(flows.category.at(i));
            const std::int64_t who = rank(m_trace.track(flows.toTrack.at(i)).rank);
            if (kind == "HostToDevice")
                m_into.flows.push_back(fmt::format("{} {} {}", who, kind, flows.toTime.at(i).ns));
            else
                m_into.flows.push_back(
                    fmt::format("{} {} {} {}", who, kind, flows.fromTime.at(i).ns, flows.toTime.at(i).ns));
        }
    }

    void addCommunication()
    {
        const RecordTables& records = m_trace.records();
        for (std::uint32_t i = 0; i < records.communication.size(); ++i) {
            const CommRecord one = records.communication.at(i);
            if (one.total)
                continue;
            double bytes = 0;
            for (std::uint32_t t = one.transports.first; t < one.transports.last; ++t) {
                const CommTransport transport = records.transports.at(t);
                const std::string_view name = m_trace.text(transport.transport);
                if (name != "SDMA") // the sum of some of the others
                    bytes += transport.sizeBytes;
            }
            m_into.transfers.push_back(fmt::format("{} {} {} {} {} {}", rank(one.rank), m_trace.text(one.name),
                                                   one.elapse.ns, one.transit.ns, one.wait.ns, std::llround(bytes)));
        }
    }

    void addMemory()
    {
        const RecordTables& records = m_trace.records();
        for (std::uint32_t i = 0; i < records.memory.size(); ++i) {
            const MemoryRecord one = records.memory.at(i);
            m_into.memory.push_back(fmt::format("{} {} {} {} {} {}", rank(one.rank), m_trace.text(one.component),
                                                one.time.ns, one.allocated, one.reserved, one.active));
        }
        for (std::uint32_t i = 0; i < records.allocations.size(); ++i) {
            const AllocationRecord one = records.allocations.at(i);
            m_into.allocations.push_back(fmt::format("{} {} {} {} {} {} {} {}", rank(one.rank), m_trace.text(one.name),
                                                     one.size, one.allocated.ns, one.released.ns, one.totalAllocated,
                                                     one.totalReserved, one.releaseTotalAllocated));
        }
    }

    void addSteps()
    {
        for (const StepInfo& step : m_trace.steps())
            m_into.steps.push_back(
                fmt::format("{} {} {} {}", rank(step.rank), step.id, step.range.start.ns, step.range.end.ns));
        const auto ns = [](const std::optional<Duration>& figure) { return figure ? figure->ns : -1; };
        std::map<std::int64_t, std::array<std::int64_t, 4>> sums; // by rank
        for (const StepRow& row : m_session.steps()) {
            m_into.stepTimes.push_back(fmt::format("{} {} {} {} {} {} {}", rank(row.rank), row.step.value_or(-1),
                                                   ns(row.computing), ns(row.communication), ns(row.overlapped),
                                                   ns(row.notOverlapped), ns(row.free)));
            auto& sum = sums[rank(row.rank)];
            sum[0] += ns(row.computing);
            sum[1] += ns(row.communication);
            sum[2] += ns(row.overlapped);
            sum[3] += ns(row.notOverlapped);
        }
        // Iterations that were made out where no steps are marked leave out what lies around them.
        const bool detected = m_trace.steps().empty()
                              && std::any_of(m_session.steps().begin(), m_session.steps().end(),
                                             [](const StepRow& row) { return row.step.has_value(); });
        for (const auto& [who, sum] : sums)
            if (!detected)
                m_into.runTimes.push_back(fmt::format("{} {} {} {} {}", who, sum[0], sum[1], sum[2], sum[3]));
    }

    const Session& m_session;
    const Trace& m_trace;
    Facts& m_into;
};

} // namespace

Facts factsOf(const Session& session)
{
    Facts facts;
    SessionFacts(session, facts).add();
    for (auto* list : {&facts.kernels, &facts.kernelTypes, &facts.kernelSteps, &facts.copies, &facts.collectives,
                       &facts.parts, &facts.calls, &facts.operators, &facts.flows, &facts.transfers, &facts.links,
                       &facts.memory, &facts.allocations, &facts.steps, &facts.stepTimes, &facts.runTimes})
        std::sort(list->begin(), list->end());
    return facts;
}

} // namespace tideline::test
