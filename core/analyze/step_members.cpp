// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/step_members.h"

#include <algorithm>
#include <map>

#include "core/analyze/iterations.h"

namespace tideline {

namespace {

using MembersById = std::map<std::int64_t, StepMember>;

bool anyHasStep(const std::vector<DeviceOp>& ops)
{
    return std::any_of(ops.begin(), ops.end(), [](const DeviceOp& op) { return op.step != kNoInteger; });
}

/// Finds the step of an instant by its host range.
class HostSteps {
public:
    explicit HostSteps(MembersById& members)
    {
        for (auto& [id, member] : members) {
            if (member.host)
                m_steps.push_back(&member);
        }
        std::sort(m_steps.begin(), m_steps.end(),
                  [](const StepMember* a, const StepMember* b) { return a->host->start < b->host->start; });
    }
    StepMember* at(Instant time) const
    {
        const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                            [](Instant t, const StepMember* step) { return t < step->host->start; });
        if (after == m_steps.begin() || !(*std::prev(after))->host->contains(time))
            return nullptr;
        return *std::prev(after);
    }

private:
    std::vector<StepMember*> m_steps;
};

/// Finds the step of an operation without id by the device steps of the others: each lasts from its first operation
/// to the first one of the next step.
class DeviceSteps {
public:
    explicit DeviceSteps(MembersById& members)
    {
        for (auto& [id, member] : members) {
            if (const auto extent = member.ops.extent())
                m_steps.emplace_back(extent->start, &member);
        }
        std::sort(m_steps.begin(), m_steps.end());
    }
    StepMember* at(Instant time) const
    {
        const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                            [](Instant t, const auto& step) { return t < step.first; });
        if (m_steps.empty())
            return nullptr;
        return after == m_steps.begin() ? m_steps.front().second : std::prev(after)->second;
    }

private:
    std::vector<std::pair<Instant, StepMember*>> m_steps;
};

MembersById markedSteps(const Trace& trace, RankId rank)
{
    MembersById members;
    for (const StepInfo& step : trace.steps()) {
        if (step.rank != rank)
            continue;
        StepMember& member = members[step.id];
        member.hostMarked = step.source == StepSource::Marked;
        if (member.host)
            member.host =
                TimeRange{std::min(member.host->start, step.range.start), std::max(member.host->end, step.range.end)};
        else
            member.host = step.range;
    }
    return members;
}

using OpList = std::vector<DeviceOp> StepOps::*;

void dealById(const std::vector<DeviceOp>& ops, OpList list, MembersById& members)
{
    for (const DeviceOp& op : ops) {
        if (op.step != kNoInteger)
            (members[op.step].ops.*list).push_back(op);
    }
}

template <typename Steps>
void dealByTime(const std::vector<DeviceOp>& ops, OpList list, const Steps& steps)
{
    for (const DeviceOp& op : ops) {
        StepMember* member = op.step == kNoInteger ? steps.at(op.range.start) : nullptr;
        if (member)
            (member->ops.*list).push_back(op);
    }
}

void deal(const DeviceOps& ops, MembersById& members)
{
    dealById(ops.compute, &StepOps::compute, members);
    dealById(ops.communication, &StepOps::communication, members);
    const HostSteps host(members);
    dealByTime(ops.compute, &StepOps::compute, host);
    // Group slices carry no step id. Beside a table that does, the device's own steps say where they belong: the
    // kernels of a step often run after its host slice.
    if (anyHasStep(ops.compute) && !anyHasStep(ops.communication)) {
        const DeviceSteps device(members);
        dealByTime(ops.communication, &StepOps::communication, device);
    } else {
        dealByTime(ops.communication, &StepOps::communication, host);
    }
}

/// Iterations that repeat on the device, numbered from 0.
MembersById detectedSteps(const Trace& trace, const DeviceOps& ops)
{
    MembersById members;
    std::int64_t id = 0;
    for (const TimeRange range : detectIterations(trace, ops.compute))
        members[id++].host = range;
    return members;
}

std::vector<StepMember> withoutSteps(DeviceOps ops, const std::vector<const FileStepRow*>& fileRows)
{
    StepMember member;
    member.ops.compute = std::move(ops.compute);
    member.ops.communication = std::move(ops.communication);
    if (!fileRows.empty())
        member.file = fileRows.front();
    return {std::move(member)};
}

} // namespace

std::optional<TimeRange> StepOps::extent() const
{
    std::optional<TimeRange> extent;
    for (const auto* list : {&compute, &communication}) {
        for (const DeviceOp& op : *list) {
            if (!extent)
                extent = op.range;
            extent = TimeRange{std::min(extent->start, op.range.start), std::max(extent->end, op.range.end)};
        }
    }
    return extent;
}

bool clipTo(StepMember& member, const Trace& trace, RankId rank, TimeRange onAxis)
{
    const TimeRange limit = onAxis.shifted(-trace.rank(rank).axisShift);
    const TimeRange hostLimit = member.hostMarked ? onAxis.shifted(-trace.hostAxisShift(rank)) : limit;
    member.file = nullptr;
    const auto whole = member.ops.extent();
    const auto inside = [](std::optional<TimeRange> range, TimeRange of) {
        return !range || (of.start <= range->start && range->end <= of.end);
    };
    if (inside(whole, limit) && inside(member.host, hostLimit))
        return whole || member.host;
    if (member.host || whole)
        member.startCut = member.host ? member.host->start < hostLimit.start : whole->start < limit.start;
    for (auto* list : {&member.ops.compute, &member.ops.communication}) {
        std::erase_if(*list, [limit](const DeviceOp& op) { return !op.range.intersects(limit); });
        for (DeviceOp& op : *list)
            op.range = op.range.clippedTo(limit);
    }
    const auto left = member.ops.extent();
    std::optional<TimeRange> host;
    if (member.host && member.host->intersects(hostLimit))
        host = member.host->clippedTo(hostLimit);
    if (host && left)
        host = TimeRange{std::min(host->start, left->start), std::max(host->end, left->end)};
    member.host = host ? host : (member.host ? left : std::nullopt);
    return left || member.host;
}

std::vector<StepMember> stepMembers(const Trace& trace, RankId rank, DeviceOps ops)
{
    MembersById members = markedSteps(trace, rank);
    std::vector<const FileStepRow*> unnumbered;
    for (const FileStepRow& row : trace.fileSteps()) {
        if (row.rank != rank)
            continue;
        if (row.step)
            members[*row.step].file = &row;
        else
            unnumbered.push_back(&row);
    }
    const bool stepless = members.empty() && !anyHasStep(ops.compute) && !anyHasStep(ops.communication);
    if (stepless && unnumbered.empty())
        members = detectedSteps(trace, ops);
    if (stepless && members.empty())
        return withoutSteps(std::move(ops), unnumbered);
    deal(ops, members);
    // A file with numbers but neither marks nor ids in the table: its one step is the whole profile.
    if (members.size() == 1 && !members.begin()->second.host && !members.begin()->second.ops.extent())
        members.begin()->second.ops = {std::move(ops.compute), std::move(ops.communication)};
    if (members.size() == 1 && !members.begin()->second.file && unnumbered.size() == 1)
        members.begin()->second.file = unnumbered.front();
    std::vector<StepMember> out;
    for (auto& [id, member] : members) {
        member.id = id;
        out.push_back(std::move(member));
    }
    return out;
}

} // namespace tideline
