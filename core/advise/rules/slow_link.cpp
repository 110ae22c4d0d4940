// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoMatrix = TL_TEXT("Advisor", "communication_matrix.json is missing");
constexpr TextKey kFewLinks =
    TL_TEXT("Advisor", "fewer than three links of one kind carry enough data to compare them");

/// One direction of a link: who sends in which group, for one kind of operation.
struct Place {
    StringId group;
    std::int32_t source = -1;
    std::int32_t target = -1;
    auto operator<=>(const Place&) const = default;
};

struct Load {
    RankId rank; ///< whose file says so
    double bytes = 0;
    double ns = 0;
    double rate() const { return ns > 0 ? bytes / ns : 0; }
};

/// Only links of one transport that do the same are alike: "HCCS", "allreduce".
using Kind = std::pair<std::string, std::string>;
using Links = std::map<Kind, std::map<Place, Load>>;

std::string operationOf(std::string_view name)
{
    return std::string(name.substr(0, std::min(name.find('-'), name.find('@'))));
}

bool isWanted(const AdvisorContext& context, const LinkRecord& link)
{
    const Scope& scope = context.options().scope;
    const bool judged = std::any_of(context.ranks().begin(), context.ranks().end(),
                                    [&](const RankSummary& rank) { return rank.id == link.rank; });
    const bool inStep = scope.steps.empty() || link.step == kNoInteger
                        || std::find(scope.steps.begin(), scope.steps.end(), link.step) != scope.steps.end();
    return judged && inStep && link.time.ns > 0 && link.source != link.target;
}

/// The sums of the files where there are any, else the operations that the files picked out.
Links linksOf(const AdvisorContext& context, bool& any)
{
    const Trace& trace = context.trace();
    ColumnReader records(trace.records().links);
    std::set<std::pair<RankId, StringId>> summed;
    for (std::uint32_t row = 0; row < trace.records().links.size(); ++row) {
        const LinkRecord link = records[row];
        if (link.total && trace.text(link.name).find("-total") != std::string_view::npos)
            summed.emplace(link.rank, link.group);
    }
    Links links;
    std::set<std::tuple<RankId, StringId, Place>> seen; // an operation may stand in several places
    for (std::uint32_t row = 0; row < trace.records().links.size(); ++row) {
        const LinkRecord link = records[row];
        const std::string_view transport = trace.text(link.transport);
        any = true;
        if (!isWanted(context, link) || transport == "LOCAL" || operationOf(trace.text(link.name)).starts_with("Total")
            || link.total != summed.contains({link.rank, link.group}))
            continue;
        const Place place{link.group, link.source, link.target};
        if (!link.total && !seen.emplace(link.rank, link.operation, place).second)
            continue;
        Load& load = links[{std::string(transport), operationOf(trace.text(link.name))}][place];
        load.rank = link.rank;
        load.bytes += link.sizeBytes;
        load.ns += static_cast<double>(link.time.ns);
    }
    return links;
}

double medianRate(const std::vector<const Load*>& loads)
{
    std::vector<double> rates;
    for (const Load* load : loads)
        rates.push_back(load->rate());
    std::sort(rates.begin(), rates.end());
    const std::size_t middle = rates.size() / 2;
    return rates.size() % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
}

struct Worst {
    double ratio = 1;
    const Kind* kind = nullptr;
    Place place;
    Load load;
    double median = 0;
};

/// Links side by side: an operation loses what its slowest link loses. Of the groups of a kind the greatest counts, as
/// they run beside each other on different ranks.
struct Losses {
    double ns = 0;
    Worst worst;
    bool compared = false;
};

void addKind(const AdvisorContext& context, const Kind& kind, const std::map<Place, Load>& places, double leastBytes,
             double limit, Losses& losses, EvidenceList& evidence)
{
    std::vector<const Load*> loads;
    for (const auto& [place, load] : places) {
        if (load.bytes >= leastBytes)
            loads.push_back(&load);
    }
    if (loads.size() < 3)
        return;
    losses.compared = true;
    const double median = medianRate(loads);
    double greatest = 0;
    for (const auto& [place, load] : places) {
        if (load.bytes < leastBytes || median <= 0)
            continue;
        const double ratio = load.rate() / median;
        if (!losses.worst.kind || ratio < losses.worst.ratio)
            losses.worst = {ratio, &kind, place, load, median};
        if (ratio >= limit)
            continue;
        const double loss = load.ns - load.bytes / median;
        greatest = std::max(greatest, loss);
        evidence.add(Duration{std::llround(loss)}, [&] {
            Evidence out;
            out.rank = load.rank;
            out.name = kind.first + " " + kind.second + " " + std::to_string(place.source) + "-"
                       + std::to_string(place.target);
            out.values = {{"bandwidth_bytes_per_s", load.rate() * 1e9},
                          {"median_bytes_per_s", median * 1e9},
                          {"size_bytes", load.bytes}};
            for (const RankSummary& rank : context.ranks()) {
                if (rank.id == load.rank)
                    out.range = rank.firstWindow;
            }
            return out;
        });
    }
    losses.ns += greatest;
}

Measured slowLink(const AdvisorContext& context, std::string_view rule)
{
    bool any = false;
    const Links links = linksOf(context, any);
    if (!any)
        return kNoMatrix;
    const double limit = context.options().limits.value(rule, "rate_ratio");
    const double leastBytes = context.options().limits.value(rule, "size_bytes");
    Measurement out(context.options().evidenceLimit);
    Losses losses;
    for (const auto& [kind, places] : links)
        addKind(context, kind, places, leastBytes, limit, losses, out.evidence);
    if (!losses.compared || !losses.worst.kind)
        return kFewLinks;
    const Worst& worst = losses.worst;
    out.rank = worst.load.rank;
    out.ranks = {out.rank};
    out.figures = {worst.ratio};
    out.facts = {MessageArg::name(worst.kind->first),
                 MessageArg::name(std::to_string(worst.place.source) + "-" + std::to_string(worst.place.target)),
                 MessageArg::rate(worst.load.rate() * 1e9), MessageArg::rate(worst.median * 1e9),
                 MessageArg::name(worst.kind->second)};
    for (const RankSummary& rank : context.ranks()) {
        if (rank.id != worst.load.rank)
            continue;
        const double perStep = losses.ns / countOf(std::max<std::size_t>(rank.steps, 1));
        const double exposed = rank.times ? rank.times->exposedCommunication : perStep;
        out.saving = Duration{std::llround(std::min(perStep, exposed))};
    }
    out.savingNote = TL_TEXT("Advisor", "the slow link as fast as the median, at most what communication is exposed");
    return out;
}

} // namespace

const Rule kSlowLinkRule{
    .id = "N09",
    .title = TL_TEXT("Advisor", "Slow link"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "rate_ratio",
                 .comparison = Comparison::Below,
                 .text = TL_TEXT("Advisor", "The %3 link %4 carries %5 in %7, %1 of the median of such links (%6).")}},
    .suggestion = TL_TEXT("Advisor", "Check cable, port and route of this link; the ranks are places in the group."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measureJob = &slowLink,
};

} // namespace tideline
