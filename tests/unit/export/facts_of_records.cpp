// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/analyze/steps.h"
#include "tests/unit/export/facts.h"

namespace tideline::test {

namespace {

using capture::HostLayer;

bool isFramework(HostLayer layer)
{
    return layer == HostLayer::Operator || layer == HostLayer::PythonFunction || layer == HostLayer::Enqueue
           || layer == HostLayer::Dequeue;
}

std::string joined(const std::vector<capture::Tensor>& tensors)
{
    std::string types;
    std::string formats;
    for (const capture::Tensor& tensor : tensors) {
        types += (types.empty() ? "" : ";") + std::string(capture::deviceName(tensor.dtype));
        formats += (formats.empty() ? "" : ";") + (tensor.format == "ND" ? std::string("FORMAT_ND") : tensor.format);
    }
    return tensors.empty() ? "/N/A/N/A" : capture::shapeText(tensors) + "/" + types + "/" + formats;
}

class RankFacts {
public:
    RankFacts(const Recording& run, Facts& into) : m_run(run), m_into(into), m_clock(run.rank.clock) {}

    void add()
    {
        addKernels();
        addCollectives();
        addHost();
        addMemory();
        addSteps();
    }

private:
    std::uint32_t rank() const { return m_run.rank.rank; }
    std::int64_t device(std::int64_t ns) const { return m_clock.wallOfDevice(ns); }
    std::int64_t host(std::int64_t ns) const { return m_clock.wallOfHost(ns); }

    void flow(const char* kind, std::int64_t from, std::int64_t to)
    {
        m_into.flows.push_back(fmt::format("{} {} {} {}", rank(), kind, from, to));
    }
    void launched(const capture::Launch& launch, std::int64_t start)
    {
        if (launch.operatorId != 0)
            flow("async_npu", host(launch.operatorStartNs), device(start));
        if (launch.connection != 0)
            m_into.flows.push_back(fmt::format("{} HostToDevice {}", rank(), device(start)));
    }

    void addKernels()
    {
        for (const auto& [kernel, info] : m_run.kernels) {
            const std::int64_t start = device(kernel.startNs);
            m_into.kernels.push_back(
                fmt::format("{} {} {} {} {}", rank(), info.name, kernel.stream, start, kernel.endNs - kernel.startNs));
            m_into.kernelTypes.push_back(fmt::format("{} {} {} {} {} {}", rank(), start, info.type,
                                                     capture::coreName(info.core), joined(info.inputs),
                                                     joined(info.outputs)));
            m_into.kernelSteps.push_back(fmt::format("{} {} {}", rank(), start, kernel.step));
            launched(kernel.launch, kernel.startNs);
        }
        for (const capture::SyncRecord& sync : m_run.syncs)
            if (sync.connection != 0)
                m_into.eventFlows.push_back(fmt::format("{} HostToDevice {}", rank(), device(sync.startNs)));
        for (const capture::CopyRecord& copy : m_run.copies) {
            m_into.copies.push_back(
                fmt::format("{} {} {} {}", rank(), copy.stream, device(copy.startNs), copy.endNs - copy.startNs));
            launched(copy.launch, copy.startNs);
        }
    }

    void addCollectives()
    {
        for (const capture::CommRecord& one : m_run.collectives) {
            m_into.collectives.push_back(
                fmt::format("{} {} {} {}", rank(), one.name, device(one.startNs), one.endNs - one.startNs));
            m_into.transfers.push_back(fmt::format("{} {}@{} {} {} {} {}", rank(), one.name,
                                                   capture::groupHash(m_run.rank.groups[one.group].name),
                                                   one.endNs - one.startNs, one.endNs - one.transitStartNs,
                                                   one.transitStartNs - one.startNs, one.linkBytes));
            for (const capture::CommTask& task : one.tasks)
                m_into.parts.push_back(
                    fmt::format("{} {} {}", rank(), device(task.startNs), task.endNs - task.startNs));
            launched(one.launch, one.startNs);
        }
    }

    void addHost()
    {
        std::map<std::uint64_t, std::int64_t> queued;
        std::map<std::int64_t, std::int64_t> forward;
        for (const auto& [record, call] : m_run.host) {
            std::vector<std::string>& into = isFramework(call.layer) ? m_into.operators : m_into.calls;
            into.push_back(fmt::format("{} {} {} {} {}", rank(), record.thread, call.name, host(record.startNs),
                                       record.endNs - record.startNs));
            if (call.layer == HostLayer::Enqueue)
                queued[record.correlation] = host(record.startNs);
            if (record.link == capture::AutogradLink::Forward)
                forward[record.sequence] = host(record.startNs);
            if (record.link == capture::AutogradLink::Backward && forward.contains(record.sequence))
                flow("fwdbwd", forward[record.sequence], host(record.startNs));
        }
        for (const auto& [record, call] : m_run.host)
            if (call.layer == HostLayer::Dequeue && queued.contains(record.correlation))
                flow("async_task_queue", queued[record.correlation], host(record.startNs));
    }

    void addMemory()
    {
        const auto size = [](std::int64_t bytes) { return bytes < 0 ? kNoInteger : bytes; };
        for (const capture::MemoryRecord& one : m_run.memory)
            m_into.memory.push_back(fmt::format("{} {} {} {} {} {}", rank(), one.component, host(one.atNs),
                                                size(one.allocated), size(one.reserved), size(one.active)));
        for (const capture::AllocationRecord& one : m_run.allocations) {
            const bool released = one.releaseNs >= 0;
            m_into.allocations.push_back(fmt::format("{} {} {} {} {} {} {} {}", rank(), one.owner, one.bytes,
                                                     host(one.allocateNs), released ? host(one.releaseNs) : kNever.ns,
                                                     one.allocatedAfter, one.reservedAfter,
                                                     released ? one.allocatedAfterRelease : kNoInteger));
        }
    }

    void addSteps()
    {
        for (const capture::StepRecord& step : m_run.steps) {
            m_into.steps.push_back(fmt::format("{} {} {} {}", rank(), step.step, host(step.startNs), host(step.endNs)));
            addTimes(m_into.stepTimes, step.step);
        }
        addTimes(m_into.runTimes, {});
    }

    void addTimes(std::vector<std::string>& into, std::optional<std::uint32_t> step)
    {
        std::vector<TimeRange> computing;
        std::vector<TimeRange> communicating;
        for (const auto& [kernel, info] : m_run.kernels)
            if (!step || kernel.step == *step)
                computing.push_back({{device(kernel.startNs)}, {device(kernel.endNs)}});
        for (const capture::CommRecord& one : m_run.collectives)
            if (!step || one.step == *step)
                communicating.push_back({{device(one.startNs)}, {device(one.endNs)}});
        const std::string times = timesText(std::move(computing), std::move(communicating));
        // Gaps between steps belong to none of them.
        into.push_back(step ? fmt::format("{} {} {}", rank(), *step, times)
                            : fmt::format("{} {}", rank(), times.substr(0, times.rfind(' '))));
    }

    static std::string timesText(std::vector<TimeRange> computing, std::vector<TimeRange> communicating)
    {
        std::vector<TimeRange> both = computing;
        both.insert(both.end(), communicating.begin(), communicating.end());
        const Duration c = unionLength(computing);
        const Duration n = unionLength(communicating);
        const Duration b = unionLength(both);
        std::int64_t first = INT64_MAX;
        std::int64_t last = INT64_MIN;
        for (const TimeRange& range : both) {
            first = std::min(first, range.start.ns);
            last = std::max(last, range.end.ns);
        }
        return fmt::format("{} {} {} {} {}", c.ns, n.ns, (c + n - b).ns, (b - c).ns, (Duration{last - first} - b).ns);
    }

    const Recording& m_run;
    Facts& m_into;
    const capture::ClockPair& m_clock;
};

} // namespace

Facts factsOf(const std::vector<Recording>& run)
{
    Facts facts;
    for (const Recording& rank : run)
        RankFacts(rank, facts).add();
    for (auto* list :
         {&facts.kernels, &facts.kernelTypes, &facts.kernelSteps, &facts.copies, &facts.collectives, &facts.parts,
          &facts.calls, &facts.operators, &facts.flows, &facts.eventFlows, &facts.transfers, &facts.links,
          &facts.memory, &facts.allocations, &facts.steps, &facts.stepTimes, &facts.runTimes})
        std::sort(list->begin(), list->end());
    return facts;
}

std::string difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual)
{
    if (expected == actual)
        return {};
    std::vector<std::string> missing;
    std::vector<std::string> extra;
    std::set_difference(expected.begin(), expected.end(), actual.begin(), actual.end(), std::back_inserter(missing));
    std::set_difference(actual.begin(), actual.end(), expected.begin(), expected.end(), std::back_inserter(extra));
    return fmt::format("{} expected, {} read; {} missing, first '{}'; {} too many, first '{}'", expected.size(),
                       actual.size(), missing.size(), missing.empty() ? "" : missing.front(), extra.size(),
                       extra.empty() ? "" : extra.front());
}

} // namespace tideline::test
