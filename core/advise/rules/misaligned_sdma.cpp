// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoParts = TL_TEXT("Advisor", "the parts of the collectives were not recorded with their sizes");
constexpr std::int64_t kUnitBytes = 512; // of a transfer

/// A part of a collective that moves data over a link.
struct Part {
    SliceId slice;
    TrackId track;
    TimeRange range;
    std::int64_t bytes = 0;
    bool misaligned() const { return bytes > kUnitBytes && bytes % kUnitBytes != 0; }
    double rate() const { return static_cast<double>(bytes) / static_cast<double>(range.length().ns); }
};

bool isInside(const std::vector<TimeRange>& merged, Instant at)
{
    const auto range =
        std::upper_bound(merged.begin(), merged.end(), at, [](Instant t, const TimeRange& r) { return t < r.end; });
    return range != merged.end() && at >= range->start;
}

/// The copying parts of the step's collectives, by their names on the planes.
std::vector<Part> copyingParts(const StepContext& context)
{
    const Trace& trace = context.trace();
    const StringId copy = trace.strings().find("Memcpy");
    const StringId reduce = trace.strings().find("Reduce_Inline");
    ColumnReader name(trace.slices().name);
    ColumnReader start(trace.slices().start);
    ColumnReader duration(trace.slices().duration);
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackInfo& track = trace.tracks()[i];
        if (track.rank != context.rank.id() || track.kind != TrackKind::CommPlane)
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const StringId own = name[row];
            if ((own == copy || own == reduce) && isInside(context.step().transfers, start[row]))
                parts.push_back({SliceId{row}, TrackId{i}, {start[row], start[row] + duration[row]}, 0});
        }
    }
    return parts;
}

/// Of them those over SDMA that leave the chip and whose sizes are known.
std::vector<Part> sdmaParts(const StepContext& context)
{
    std::vector<Part> parts = copyingParts(context);
    if (parts.empty() || !context.job.options().transfers)
        return {};
    std::vector<SliceId> slices;
    for (const Part& part : parts)
        slices.push_back(part.slice);
    const std::vector<TransferFacts> facts = context.job.options().transfers(slices);
    std::vector<Part> out;
    for (std::size_t i = 0; i < facts.size() && i < parts.size(); ++i) {
        if (facts[i].transport != "SDMA" || facts[i].link == "ON_CHIP" || facts[i].bytes <= 0)
            continue;
        parts[i].bytes = facts[i].bytes;
        out.push_back(parts[i]);
    }
    return out;
}

/// The median rate of aligned parts; 0 where there are none.
double alignedRate(const std::vector<Part>& parts)
{
    std::vector<double> rates;
    for (const Part& part : parts) {
        if (part.bytes > kUnitBytes && !part.misaligned() && !part.range.empty())
            rates.push_back(part.rate());
    }
    if (rates.empty())
        return 0;
    const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    std::nth_element(rates.begin(), middle, rates.end());
    return *middle;
}

void addPart(Measurement& out, const StepContext& context, const Part& part, double aligned)
{
    if (aligned > 0 && !part.range.empty())
        out.candidates.push_back(
            {Candidate::Kind::Communication, part.range, std::max(0.0, 1 - part.rate() / aligned), {}});
    out.evidence.add(part.range.length(), [&] {
        Evidence evidence;
        evidence.rank = context.rank.id();
        evidence.track = part.track;
        evidence.name = std::string(context.trace().text(context.trace().slices().name.at(part.slice.row)));
        evidence.range = part.range;
        evidence.values = {{"size_bytes", static_cast<double>(part.bytes)}};
        return evidence;
    });
}

Measured misalignedSdma(const StepContext& context)
{
    const std::vector<Part> parts = sdmaParts(context);
    if (parts.empty())
        return kNoParts;
    Measurement out = context.measurement();
    const double aligned = alignedRate(parts);
    Duration all;
    Duration misaligned;
    std::size_t count = 0;
    for (const Part& part : parts) {
        all += part.range.length();
        if (!part.misaligned())
            continue;
        ++count;
        misaligned += part.range.length();
        addPart(out, context, part, aligned);
    }
    const double share = ratioOf(misaligned, all);
    if (share >= context.limit("high_ratio"))
        out.atLeast = FindingSeverity::High;
    else if (share >= context.limit("medium_ratio"))
        out.atLeast = FindingSeverity::Medium;
    out.figures = {countOf(count)};
    out.facts = {MessageArg::ratio(share), MessageArg::time(misaligned)};
    if (out.candidates.empty())
        out.savingNote = TL_TEXT("Advisor", "not quantified: no aligned transfer to compare with");
    return out;
}

} // namespace

const Rule kMisalignedSdmaRule{
    .id = "N06",
    .title = TL_TEXT("Advisor", "Transfers whose size is no multiple of 512 bytes"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "parts_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor", "Parts of collectives over SDMA whose size is no multiple of 512 bytes: %1 "
                                            "per step. They take %4, %3 of the time of all such parts.")}},
    .suggestion = TL_TEXT("Advisor", "Pad the buffers so that every rank's part is a multiple of 512 bytes."),
    .severity = {.bySaving = false, .otherwise = FindingSeverity::Low},
    .measure = &misalignedSdma,
};

} // namespace tideline
