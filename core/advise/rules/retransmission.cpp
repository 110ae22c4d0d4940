// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoRdma = TL_TEXT("Advisor", "no communication over RDMA that two ranks saw");

/// One operation as all its ranks saw it.
struct Operation {
    std::size_t ranks = 0;
    Duration shortest; ///< transfer of any rank
    RankId rank;       ///< the first that saw it
    TimeRange range;
};

/// Packets that are sent again keep all ranks waiting: the shortest transfer of its ranks is what an operation took.
Measured retransmission(const AdvisorContext& context, std::string_view rule)
{
    std::map<StringId, Operation> operations;
    std::vector<Duration> transfers;
    std::size_t steps = 1;
    for (const RankSummary& rank : context.ranks()) {
        steps = std::max(steps, rank.steps);
        for (const RankSummary::FarTransfer& far : rank.far) {
            Operation& operation = operations[far.name];
            if (operation.ranks++ == 0)
                operation = {1, far.transfer, rank.id, far.range};
            operation.shortest = std::min(operation.shortest, far.transfer);
            transfers.push_back(far.transfer);
        }
    }
    std::erase_if(operations, [](const auto& entry) { return entry.second.ranks < 2; });
    if (operations.empty())
        return kNoRdma;
    Measurement out(context.options().evidenceLimit);
    const double limit = context.options().limits.value(rule, "transit_ns");
    const double usual = HealthyInstances::median(std::move(transfers));
    const Operation* longest = nullptr;
    double lost = 0;
    std::size_t count = 0;
    for (const auto& [name, operation] : operations) {
        if (!longest || operation.shortest > longest->shortest)
            longest = &operation;
        if (static_cast<double>(operation.shortest.ns) <= limit)
            continue;
        ++count;
        lost += static_cast<double>(operation.shortest.ns) - usual;
        out.evidence.add(operation.shortest, [&] {
            Evidence evidence;
            evidence.rank = operation.rank;
            evidence.name = std::string(context.trace().text(name));
            evidence.range = operation.range;
            evidence.values = {{"transit_ns", static_cast<double>(operation.shortest.ns)}};
            return evidence;
        });
    }
    out.rank = longest->rank;
    for (const RankSummary& rank : context.ranks())
        out.ranks.push_back(rank.id);
    out.figures = {static_cast<double>(longest->shortest.ns)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::timeNs(usual)};
    out.saving = Duration{static_cast<std::int64_t>(lost / countOf(steps))};
    out.savingNote = TL_TEXT("Advisor", "these operations as long as the median over RDMA");
    return out;
}

} // namespace

const Rule kRetransmissionRule{
    .id = "N08",
    .title = TL_TEXT("Advisor", "Packets are sent again over RDMA"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "transit_ns",
                 .unit = FindingUnit::Ns,
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor", "A collective over RDMA moves data for %1 on every rank, half of all "
                                            "take less than %4 (collectives beyond %2: %3). Lost packets wait that "
                                            "long before they are sent again.")}},
    .suggestion =
        TL_TEXT("Advisor", "Check network cards, cables and switches: error and drop counters, flow control."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::High},
    .measureJob = &retransmission,
};

} // namespace tideline
