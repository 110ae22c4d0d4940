// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/steps.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <tuple>

#include "core/analyze/device_ops.h"
#include "core/analyze/host_calls.h"
#include "core/analyze/intervals.h"
#include "core/analyze/overlap_lanes.h"
#include "core/analyze/step_members.h"
#include "core/analyze/step_profile.h"

namespace tideline {

namespace {

/// Column names are compared by letters and digits alone: "Communication(Not Overlapped)" has had several spellings.
std::string squashed(std::string_view name)
{
    std::string out;
    for (const unsigned char c : name) {
        if (std::isalnum(c))
            out += static_cast<char>(std::tolower(c));
    }
    return out;
}

void recompute(const StepOps& ops, StepRow& row)
{
    std::vector<TimeRange> compute;
    std::vector<TimeRange> communication;
    std::vector<TimeRange> pointToPoint;
    for (const DeviceOp& op : ops.compute)
        compute.push_back(op.range);
    for (const DeviceOp& op : ops.communication) {
        communication.push_back(op.range);
        if (op.pointToPoint)
            pointToPoint.push_back(op.range);
    }
    mergeRanges(compute);
    mergeRanges(communication);
    mergeRanges(pointToPoint);
    row.recomputed = true;
    row.computing = lengthOf(compute);
    row.communication = lengthOf(communication);
    row.overlapped = commonLength(compute, communication);
    row.notOverlapped = *row.communication - *row.overlapped;
    row.bubble = lengthOf(pointToPoint) - commonLength(compute, pointToPoint);
    if (const auto extent = ops.extent()) {
        row.span = extent->length();
        row.free = *row.span - (*row.computing + *row.notOverlapped);
        row.stage = *row.computing + *row.notOverlapped + *row.free - *row.bubble;
    }
}

void takeFromFile(StepRow& row)
{
    std::map<std::string, Duration> figures;
    for (const auto& [name, value] : row.file)
        figures.emplace(squashed(name), value);
    const auto figure = [&figures](const char* name) -> std::optional<Duration> {
        const auto found = figures.find(name);
        return found == figures.end() ? std::nullopt : std::optional(found->second);
    };
    row.computing = figure("computing");
    row.communication = figure("communication");
    row.overlapped = figure("overlapped");
    row.notOverlapped = figure("communicationnotoverlapped");
    row.free = figure("free");
    row.preparing = figure("preparing");
    row.stage = figure("stage");
    row.bubble = figure("bubble");
    if (row.computing && row.notOverlapped && row.free)
        row.span = *row.computing + *row.notOverlapped + *row.free;
}

/// Names what differs by more than 1 % and more than the rounding of the file.
void compareWithFile(StepRow& row)
{
    constexpr double kSame = 0.01;
    constexpr Duration kRounding{2'000};
    std::map<std::string, Duration> figures;
    for (const auto& [name, value] : row.file)
        figures.emplace(squashed(name), value);
    const auto compare = [&](const char* key, const char* word, const std::optional<Duration>& ours) {
        const auto theirs = figures.find(key);
        if (!ours || theirs == figures.end())
            return;
        const std::int64_t difference = std::abs(ours->ns - theirs->second.ns);
        const auto most = static_cast<double>(std::max(std::abs(ours->ns), std::abs(theirs->second.ns)));
        if (difference > kRounding.ns && static_cast<double>(difference) > kSame * most)
            row.differs.emplace_back(word);
    };
    compare("computing", "computing", row.computing);
    compare("communication", "communication", row.communication);
    compare("overlapped", "overlapped", row.overlapped);
    compare("communicationnotoverlapped", "communication_not_overlapped", row.notOverlapped);
    compare("free", "free", row.free);
}

bool lists(const std::vector<std::int64_t>& numbers, const std::optional<std::int64_t>& number)
{
    return numbers.empty() || (number && std::find(numbers.begin(), numbers.end(), *number) != numbers.end());
}

std::optional<TimeRange> extentOf(const Trace& trace, RankId rank)
{
    std::optional<TimeRange> extent;
    for (const TrackInfo& track : trace.tracks()) {
        if (track.rank != rank || !track.extent)
            continue;
        if (!extent)
            extent = track.extent;
        extent = TimeRange{std::min(extent->start, track.extent->start), std::max(extent->end, track.extent->end)};
    }
    return extent;
}

StepRow rowOf(const Trace& trace, RankId rank, const StepMember& member, bool deviceKnown)
{
    StepRow row;
    row.rank = rank;
    row.step = member.id;
    row.range = member.host;
    if (member.file)
        row.file = member.file->figures;
    const auto extent = member.ops.extent();
    if (extent || (deviceKnown && !member.file))
        recompute(member.ops, row);
    else if (member.file)
        takeFromFile(row);
    if (extent && member.host && member.hostMarked && !member.startCut)
        row.preparing = extent->start - member.host->start;
    if (!row.range)
        row.range = extent;
    if (member.host)
        row.wall = member.host->length();
    else if (row.span)
        row.wall = row.span;
    else if (const auto whole = extentOf(trace, rank))
        row.wall = whole->length();
    return row;
}

/// Fills the phases of one rank's rows, where the profile gives any.
void addPhases(const Trace& trace, RankId rank, const Scope& scope, std::vector<StepRow>& rows)
{
    const PhaseWindows windows = phaseWindows(trace, rank, hostCalls(trace, rank, {}));
    if (!windows.known)
        return;
    const LaunchTimes launches(trace, rank);
    for (const StepProfile& step : stepProfiles(trace, rank, scope)) {
        for (StepRow& row : rows) {
            if (row.rank == rank && row.step == step.id && !step.empty())
                row.phases = phaseTimes(step, windows, launches);
        }
    }
}

} // namespace

std::optional<Duration> fileFigure(const StepRow& row, std::string_view letters)
{
    for (const auto& [name, figure] : row.file) {
        if (squashed(name) == letters)
            return figure;
    }
    return std::nullopt;
}

std::vector<StepRow> stepRows(const Trace& trace)
{
    return stepRows(trace, {});
}

std::vector<StepRow> stepRows(const Trace& trace, const Scope& scope)
{
    Scope limits;
    limits.steps = scope.steps;
    limits.range = scope.range;
    std::vector<StepRow> rows;
    for (std::uint32_t r = 0; r < trace.ranks().size(); ++r) {
        const RankId rank{r};
        if (!lists(scope.ranks, trace.rank(rank).rank))
            continue;
        DeviceOps ops = deviceOps(trace, rank);
        const bool known = ops.known;
        const OverlapLanes lanes(trace, rank);
        std::vector<StepMember> members = stepMembers(trace, rank, std::move(ops));
        const bool single = members.size() == 1;
        for (StepMember& member : members) {
            if (!lists(scope.steps, member.id))
                continue;
            if (scope.range && !clipTo(member, trace, rank, *scope.range))
                continue;
            rows.push_back(rowOf(trace, rank, member, known));
            if (!scope.range && rows.back().file.empty() && (single || member.ops.extent())) {
                rows.back().file = lanes.figures(single ? std::nullopt : member.ops.extent());
                rows.back().fileFromLanes = !rows.back().file.empty();
            }
            if (rows.back().recomputed)
                compareWithFile(rows.back());
        }
        addPhases(trace, rank, limits, rows);
    }
    const auto order = [&trace](const StepRow& row) {
        const auto number = trace.rank(row.rank).rank;
        return std::tuple(!number, number.value_or(0), row.rank.row, row.step.has_value(), row.step.value_or(0));
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&order](const StepRow& a, const StepRow& b) { return order(a) < order(b); });
    return rows;
}

} // namespace tideline
