// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/comm_sums.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/analyze/comm_figures.h"
#include "core/analyze/comm_primitive.h"
#include "core/analyze/scope_filter.h"
#include "core/analyze/step_profile.h"

namespace tideline {

namespace {

using SumsByKey = std::map<std::pair<std::string, std::string>, CommSum>;

/// Unknown as soon as one part is.
template <typename T>
void add(std::optional<T>& sum, const std::optional<T>& part)
{
    if (sum && part)
        *sum += *part;
    else
        sum.reset();
}

std::optional<Duration> given(Duration duration)
{
    return duration == kNoDuration ? std::nullopt : std::optional(duration);
}

std::optional<double> rate(double bytes, Duration time)
{
    constexpr double kNsPerSecond = 1e9;
    return time.ns > 0 && bytes > 0 ? std::optional(bytes / static_cast<double>(time.ns) * kNsPerSecond) : std::nullopt;
}

Duration partOf(Duration time, double part)
{
    return part == 1 ? time : Duration{std::llround(static_cast<double>(time.ns) * part)};
}

struct Moved {
    double bytes = 0;
    Duration time;
};

/// SDMA and RDMA are the file's own sums over the kinds of links; a record without them counts its kinds, but for
/// copies that stay on the chip. Kinds that moved nothing are no transports: nothing moved where the time of moving is
/// given all the same, else it is unknown.
std::optional<Moved> movedBy(const Trace& trace, const CommRecord& record)
{
    Moved sums;
    Moved kinds;
    bool summed = false;
    for (std::uint32_t row = record.transports.first; row < record.transports.last; ++row) {
        const CommTransport transport = trace.records().transports.at(row);
        const std::string_view kind = trace.text(transport.transport);
        const bool sum = kind == "SDMA" || kind == "RDMA";
        summed = summed || sum;
        Moved& into = sum ? sums : kinds;
        if (kind != "LOCAL") {
            into.bytes += transport.sizeBytes;
            into.time += transport.time;
        }
    }
    if (record.transports.size() == 0 && record.transit == kNoDuration)
        return std::nullopt;
    return summed ? sums : kinds;
}

CommSum& rowOf(SumsByKey& sums, std::string_view group, std::string_view operation)
{
    std::string primitive = primitiveOf(operation);
    CommSum& row = sums[{std::string(group), primitive}];
    row.group = group;
    row.primitive = std::move(primitive);
    ++row.calls;
    return row;
}

void addRecord(const Trace& trace, const CommOperation& operation, SumsByKey& sums)
{
    const CommRecord record = trace.records().communication.at(operation.record);
    CommSum& row = rowOf(sums, trace.text(record.group), trace.text(record.name));
    const auto moved = movedBy(trace, record);
    row.total += operation.elapse;
    add(row.transfer, moved ? std::optional(operation.transfer) : std::nullopt);
    add(row.wait, moved ? std::optional(operation.wait()) : std::nullopt);
    add(row.bytes, moved ? std::optional(moved->bytes * operation.part) : std::nullopt);
    add(row.linkTime, moved ? std::optional(partOf(moved->time, operation.part)) : std::nullopt);
    const bool whole = operation.part == 1; // the file's own times are about whole operations
    add(row.file.transit, whole ? given(record.transit) : std::nullopt);
    add(row.file.wait, whole ? given(record.wait) : std::nullopt);
    add(row.file.synchronization, whole ? given(record.synchronization) : std::nullopt);
    add(row.file.idle, whole ? given(record.idle) : std::nullopt);
}

/// The scope's time on the axis of the rank.
std::optional<TimeRange> limitOf(const Trace& trace, RankId rank, const Scope& scope)
{
    return scope.range ? std::optional(scope.range->shifted(-trace.rank(rank).axisShift)) : std::nullopt;
}

/// Cuts what reaches out of the limit; an operation without length stays.
CommOperation cut(const CommOperation& operation, const std::optional<TimeRange>& limit)
{
    std::vector<CommOperation> one{operation};
    if (limit && !operation.range.empty())
        clipOperations(one, *limit);
    return one.empty() ? operation : one.front();
}

/// Every operation where no step is asked for, also one outside all steps.
std::vector<DeviceOp> deviceCommunication(const Trace& trace, RankId rank, const Scope& scope, ScopeFilter& filter)
{
    std::vector<DeviceOp> out;
    if (scope.steps.empty()) {
        out = deviceOps(trace, rank).communication;
        std::erase_if(out, [&](const DeviceOp& op) { return !filter.holdsOperation(op); });
        const auto limit = limitOf(trace, rank, scope);
        for (DeviceOp& op : out)
            op.range = limit ? op.range.clippedTo(*limit) : op.range;
        return out;
    }
    for (const StepProfile& step : stepProfiles(trace, rank, scope))
        out.insert(out.end(), step.communication.begin(), step.communication.end());
    return out;
}

void addDeviceWork(const Trace& trace, const DeviceOp& op, SumsByKey& sums)
{
    std::string_view group;
    if (op.slice.valid() && trace.track(trace.trackOf(op.slice)).kind == TrackKind::CommGroup)
        group = trace.track(trace.trackOf(op.slice)).name;
    CommSum& row = rowOf(sums, group, nameOf(trace, op));
    row.total += op.range.length();
    row.transfer = row.wait = row.linkTime = std::nullopt;
    row.bytes = std::nullopt;
    row.file = {std::nullopt, std::nullopt, std::nullopt, std::nullopt};
}

SumsByKey sumsOf(const Trace& trace, RankId rank, const Scope& scope, ScopeFilter& filter)
{
    SumsByKey sums;
    const std::vector<CommOperation> operations = commOperations(trace, rank, std::nullopt);
    const auto limit = limitOf(trace, rank, scope);
    for (const CommOperation& operation : operations) {
        if (filter.holdsRecord(trace.records().communication.at(operation.record)))
            addRecord(trace, cut(operation, limit), sums);
    }
    if (!operations.empty())
        return sums;
    for (const DeviceOp& op : deviceCommunication(trace, rank, scope, filter))
        addDeviceWork(trace, op, sums);
    return sums;
}

/// A file gives the cells of every operation by its full name, or those of some operations once per choice ("top1",
/// "middle", …) with totals per primitive, and perhaps a total of all.
struct LinkCells {
    std::vector<LinkRecord> totals;     ///< per primitive
    std::vector<LinkRecord> grandTotal; ///< "Total Op Info": of all primitives
    std::vector<LinkRecord> operations;
    bool chosen = false; ///< the operations are a choice

    const std::vector<LinkRecord>& best() const
    {
        if (!totals.empty())
            return totals;
        return chosen && !grandTotal.empty() ? grandTotal : operations.empty() ? grandTotal : operations;
    }
};

/// By rank, step and kind of operation.
using CellsByPart = std::map<std::tuple<RankId, std::int64_t, bool>, LinkCells>;

CellsByPart cellsIn(const Trace& trace, const Scope& scope)
{
    CellsByPart parts;
    ScopeFilter filter(trace, scope);
    std::set<std::tuple<RankId, std::int64_t, StringId, StringId, std::int32_t, std::int32_t, StringId>> seen;
    ColumnReader links(trace.records().links);
    for (std::uint32_t row = 0; row < trace.records().links.size(); ++row) {
        const LinkRecord link = links[row];
        if (!filter.holdsLink(link))
            continue;
        LinkCells& cells = parts[{link.rank, link.step, link.pointToPoint}];
        if (link.total) {
            const bool grand = trace.text(link.name).starts_with("Total");
            (grand ? cells.grandTotal : cells.totals).push_back(link);
            continue;
        }
        const bool named = trace.text(link.operation).empty();
        const StringId operation = named ? link.name : link.operation;
        cells.chosen = cells.chosen || !named;
        const bool fresh =
            seen.insert({link.rank, link.step, operation, link.group, link.source, link.target, link.transport}).second;
        if (fresh)
            cells.operations.push_back(link);
    }
    return parts;
}

/// The global rank at a position of a group.
std::optional<std::int64_t> memberOf(const ParallelGroup& group, std::int32_t position)
{
    const bool known = position >= 0 && static_cast<std::size_t>(position) < group.ranks.size();
    return known ? std::optional(group.ranks[static_cast<std::size_t>(position)]) : std::nullopt;
}

void nameEnds(const Trace& trace, LinkSum& sum)
{
    const ParallelGroup* const group = trace.rank(sum.rank).groupOf(sum.group);
    if (!group)
        return;
    sum.groupName = group->name;
    sum.sourceRank = memberOf(*group, sum.source);
    sum.targetRank = memberOf(*group, sum.target);
}

} // namespace

std::optional<double> CommSum::bytesPerSecond() const
{
    return bytes && linkTime ? rate(*bytes, *linkTime) : std::nullopt;
}

std::optional<double> LinkSum::bytesPerSecond() const
{
    return rate(bytes, time);
}

std::vector<CommSum> communicationSums(const Trace& trace, const Scope& scope)
{
    std::vector<CommSum> rows;
    Duration all;
    ScopeFilter filter(trace, scope);
    for (std::uint32_t r = 0; r < trace.ranks().size(); ++r) {
        const RankId rank{r};
        if (filter.excludes(rank))
            continue;
        const auto first = static_cast<std::ptrdiff_t>(rows.size());
        for (auto& [key, row] : sumsOf(trace, rank, scope, filter)) {
            all += row.total;
            row.rank = rank;
            if (const ParallelGroup* const group = trace.rank(rank).groupOf(row.group))
                row.groupName = group->name;
            rows.push_back(std::move(row));
        }
        std::stable_sort(rows.begin() + first, rows.end(),
                         [](const CommSum& a, const CommSum& b) { return a.total > b.total; });
    }
    for (CommSum& row : rows) {
        if (all.ns > 0)
            row.share = static_cast<double>(row.total.ns) / static_cast<double>(all.ns);
    }
    return rows;
}

std::map<std::string, double, std::less<>> bytesByOperation(const Trace& trace, const Scope& scope)
{
    std::map<std::string, std::optional<double>, std::less<>> sums;
    ScopeFilter filter(trace, scope);
    for (std::uint32_t r = 0; r < trace.ranks().size(); ++r) {
        const RankId rank{r};
        if (filter.excludes(rank))
            continue;
        for (const CommOperation& operation : commOperations(trace, rank, std::nullopt)) {
            const CommRecord record = trace.records().communication.at(operation.record);
            if (!filter.holdsRecord(record))
                continue;
            const std::string_view name = trace.text(record.name);
            const CommOperation part = cut(operation, limitOf(trace, rank, scope));
            const auto moved = movedBy(trace, record);
            auto& sum = sums.try_emplace(std::string(name.substr(0, name.find('@'))), 0.0).first->second;
            add(sum, moved ? std::optional(moved->bytes * part.part) : std::nullopt);
        }
    }
    std::map<std::string, double, std::less<>> known;
    for (const auto& [name, sum] : sums) {
        if (sum)
            known.emplace(name, *sum);
    }
    return known;
}

std::vector<LinkSum> linkSums(const Trace& trace, const Scope& scope)
{
    std::map<std::tuple<RankId, std::string, std::int32_t, std::int32_t, std::string>, LinkSum> sums;
    for (const auto& [part, cells] : cellsIn(trace, scope)) {
        for (const LinkRecord& link : cells.best()) {
            std::string group(trace.text(link.group));
            std::string transport(trace.text(link.transport));
            LinkSum& sum = sums[{link.rank, group, link.source, link.target, transport}];
            sum.rank = link.rank;
            sum.group = std::move(group);
            sum.source = link.source;
            sum.target = link.target;
            sum.transport = std::move(transport);
            sum.bytes += link.sizeBytes;
            sum.time += link.time;
        }
    }
    std::vector<LinkSum> rows;
    for (auto& [key, sum] : sums) {
        nameEnds(trace, sum);
        rows.push_back(std::move(sum));
    }
    return rows;
}

} // namespace tideline
