// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/comm_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tideline {

namespace {

/// Distinct links per group that leave the chip.
class LinkCounts {
public:
    LinkCounts(const Trace& trace, RankId rank)
    {
        ColumnReader links(trace.records().links);
        for (std::uint32_t row = 0; row < trace.records().links.size(); ++row) {
            const LinkRecord link = links[row];
            if (link.rank == rank && trace.text(link.transport) != "LOCAL")
                m_cells[link.group].insert({link.source, link.target});
        }
    }
    std::size_t of(StringId group) const
    {
        const auto found = m_cells.find(group);
        return found == m_cells.end() ? 1 : std::max<std::size_t>(found->second.size(), 1);
    }

private:
    std::map<StringId, std::set<std::pair<std::int32_t, std::int32_t>>> m_cells;
};

void addTransports(const Trace& trace, const CommRecord& record, CommOperation& out)
{
    Duration linkTime;
    for (std::uint32_t row = record.transports.first; row < record.transports.last; ++row) {
        const CommTransport transport = trace.records().transports.at(row);
        const std::string_view kind = trace.text(transport.transport);
        const double rate = std::isnan(transport.bytesPerSecond) ? 0 : transport.bytesPerSecond;
        if (kind == "SDMA") {
            out.sdmaBytes += transport.sizeBytes;
            out.sdmaBytesPerSecond = rate;
            linkTime += transport.time;
        } else if (kind == "RDMA") {
            out.rdmaBytes += transport.sizeBytes;
            out.rdmaBytesPerSecond = rate;
            linkTime += transport.time;
        }
    }
    const Duration perLink{linkTime.ns / static_cast<std::int64_t>(out.links)};
    out.transfer = std::min(record.elapse, std::max(record.transit, perLink));
}

bool belongs(const CommRecord& record, std::optional<std::int64_t> step)
{
    return !step || record.step == kNoInteger || record.step == *step;
}

} // namespace

std::vector<CommOperation> commOperations(const Trace& trace, RankId rank, std::optional<std::int64_t> step)
{
    std::vector<CommOperation> operations;
    const LinkCounts links(trace, rank);
    ColumnReader records(trace.records().communication);
    for (std::uint32_t row = 0; row < trace.records().communication.size(); ++row) {
        const CommRecord record = records[row];
        if (record.rank != rank || record.total || trace.text(record.name).starts_with("Total")
            || !belongs(record, step))
            continue;
        CommOperation operation;
        operation.record = row;
        operation.name = record.name;
        operation.range = {record.start, record.start + record.elapse};
        operation.elapse = record.elapse;
        operation.links = links.of(record.group);
        addTransports(trace, record, operation);
        operations.push_back(operation);
    }
    return operations;
}

void clipOperations(std::vector<CommOperation>& operations, TimeRange window)
{
    std::erase_if(operations, [window](const CommOperation& operation) {
        return operation.range.start == kNoInstant || !operation.range.intersects(window);
    });
    for (CommOperation& operation : operations) {
        const Duration whole = operation.range.length();
        operation.range = operation.range.clippedTo(window);
        if (operation.range.length() == whole)
            continue;
        operation.part = static_cast<double>(operation.range.length().ns) / static_cast<double>(whole.ns);
        operation.elapse = operation.range.length();
        const auto transfer = static_cast<double>(operation.transfer.ns) * operation.part;
        operation.transfer = std::min(operation.elapse, Duration{std::llround(transfer)});
    }
}

std::optional<double> waitRatio(const std::vector<CommOperation>& operations)
{
    Duration elapse;
    Duration wait;
    for (const CommOperation& operation : operations) {
        elapse += operation.elapse;
        wait += operation.wait();
    }
    if (elapse.ns <= 0)
        return std::nullopt;
    return static_cast<double>(wait.ns) / static_cast<double>(elapse.ns);
}

} // namespace tideline
