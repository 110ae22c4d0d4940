// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

/// Operations of one kind of link, the small ones among them, and the best rate of the large ones.
struct Packets {
    std::size_t all = 0;
    std::size_t small = 0;
    double bestRate = 0; ///< of large operations; 0: none
    double ratio() const { return all ? static_cast<double>(small) / static_cast<double>(all) : 0; }
};

Packets packetsOf(const std::vector<CommOperation>& operations, double CommOperation::*bytes,
                  double CommOperation::*rate, double limit)
{
    Packets out;
    for (const CommOperation& operation : operations) {
        if (operation.*bytes <= 0)
            continue;
        ++out.all;
        if (operation.*bytes < limit)
            ++out.small;
        else
            out.bestRate = std::max(out.bestRate, operation.*rate);
    }
    return out;
}

Measured smallPackets(const StepContext& context)
{
    const std::vector<CommOperation>& operations = context.rank.operations(context.index);
    if (operations.empty())
        return kNoCommunicationFile;
    Measurement out = context.measurement();
    const double sdmaLimit = context.limit("sdma_small_bytes");
    const double rdmaLimit = context.limit("rdma_small_bytes");
    const Packets sdma =
        packetsOf(operations, &CommOperation::sdmaBytes, &CommOperation::sdmaBytesPerSecond, sdmaLimit);
    const Packets rdma =
        packetsOf(operations, &CommOperation::rdmaBytes, &CommOperation::rdmaBytesPerSecond, rdmaLimit);
    const bool isSdma = sdma.ratio() >= rdma.ratio();
    const Packets& packets = isSdma ? sdma : rdma;
    for (const CommOperation& operation : operations) {
        const double bytes = isSdma ? operation.sdmaBytes : operation.rdmaBytes;
        const double rate = isSdma ? operation.sdmaBytesPerSecond : operation.rdmaBytesPerSecond;
        if (bytes <= 0 || bytes >= (isSdma ? sdmaLimit : rdmaLimit))
            continue;
        if (packets.bestRate > 0 && rate > 0 && rate < packets.bestRate) {
            const double part = ratioOf(operation.transfer, operation.elapse) * (1 - rate / packets.bestRate);
            out.candidates.push_back({Candidate::Kind::Communication, operation.range, part, {}});
        }
        const Duration exposed = exposedTime(context.step(), Candidate::Kind::Communication, operation.range);
        out.evidence.add(exposed, [&] {
            Evidence evidence;
            evidence.rank = context.rank.id();
            evidence.track = trackOf(context.trace(), operation.slice);
            evidence.name = std::string(context.trace().text(operation.name));
            evidence.range = operation.range;
            evidence.values = {{"size_bytes", bytes}, {"bandwidth_bytes_per_s", rate}};
            return evidence;
        });
    }
    out.figures = {packets.ratio()};
    out.facts = {MessageArg::count(countOf(packets.small)), MessageArg::count(countOf(packets.all)),
                 MessageArg::name(isSdma ? "SDMA" : "RDMA"), MessageArg::bytes(isSdma ? sdmaLimit : rdmaLimit)};
    return out;
}

} // namespace

const Rule kSmallPacketsRule{
    .id = "N05",
    .title = TL_TEXT("Advisor", "Collectives too small for the links"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "small_ratio",
                 .comparison = Comparison::Above,
                 .text = TL_TEXT("Advisor",
                                 "%5 operations that move less than %6 each, too little to fill a link: %3 of %4 "
                                 "(%1).")}},
    .suggestion =
        TL_TEXT("Advisor", "Send fewer, larger messages: bigger gradient buckets, gradient accumulation, another "
                           "ZeRO stage."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &smallPackets,
};

} // namespace tideline
