// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/rank_pair.h"

#include <algorithm>
#include <cmath>

#include "core/analyze/clocks/lag.h"
#include "core/analyze/clocks/robust_line.h"

namespace tideline::clocks {

namespace {

/// Differences of ends, and the bounds of arrivals and ends, at times of the other rank.
struct Evidence {
    std::vector<Bound> differences;
    std::vector<Bound> lower;
    std::vector<Bound> upper;
    std::vector<Bound> looseLower; ///< of operations whose members need not end together
    std::vector<Bound> looseUpper;
    bool apart = false; ///< some shift is none that clocks may have
};

void take(Evidence& evidence, const Collective& reference, const Collective& other)
{
    const std::int64_t difference = (reference.end - other.end).ns;
    const std::int64_t least = (reference.start - other.end).ns;
    const std::int64_t most = (reference.end - other.start).ns;
    if (!isShift(difference) || !isShift(least) || !isShift(most)) {
        evidence.apart = true;
        return;
    }
    const bool symmetric = reference.symmetric && other.symmetric;
    (symmetric ? evidence.lower : evidence.looseLower).push_back({other.end.ns, least});
    (symmetric ? evidence.upper : evidence.looseUpper).push_back({other.start.ns, most});
    if (symmetric)
        evidence.differences.push_back({other.end.ns, difference});
}

void take(Evidence& evidence, const SharedGroup& group, std::int64_t lag)
{
    for (const Collective& reference : *group.reference) {
        const Collective* other = findIndex(*group.other, reference.index + lag);
        if (other && other->kind == reference.kind)
            take(evidence, reference, *other);
    }
}

struct Interval {
    double least = 0; ///< at the line's time
    double most = 0;
};

/// What bounds leave at the time of the line if the shift changes with its slope, give or take the doubt about it.
Interval intervalAt(const std::vector<Bound>& lower, const std::vector<Bound>& upper, const Line& line, double doubt)
{
    constexpr auto kAny = static_cast<double>(kMostShiftNs);
    Interval out{-2 * kAny, 2 * kAny};
    const auto moved = [&line](const Bound& bound) {
        return static_cast<double>(bound.value) - line.slope * static_cast<double>(bound.at - line.at);
    };
    const auto drift = [&](const Bound& bound) { return doubt * std::fabs(static_cast<double>(bound.at - line.at)); };
    for (const Bound& bound : lower)
        out.least = std::max(out.least, moved(bound) - drift(bound));
    for (const Bound& bound : upper)
        out.most = std::min(out.most, moved(bound) + drift(bound));
    return out;
}

/// Where operations that need not end together agree with the others, they narrow the interval.
Interval wholeInterval(const Evidence& evidence, const Line& line, double doubt)
{
    const Interval strict = intervalAt(evidence.lower, evidence.upper, line, doubt);
    const Interval loose = intervalAt(evidence.looseLower, evidence.looseUpper, line, doubt);
    const Interval both{std::max(strict.least, loose.least), std::min(strict.most, loose.most)};
    return both.least <= both.most ? both : strict;
}

/// Times that may be off by a few microseconds leave no more than that between arrivals and ends.
constexpr double kReadingErrorNs = 20'000;

/// Differences that the interval rules out belong to operations that were matched wrongly.
std::vector<Bound> insideOf(const Evidence& evidence, Line start)
{
    const Interval interval = wholeInterval(evidence, start, kMostDrift);
    std::vector<Bound> out;
    for (const Bound& one : evidence.differences) {
        const double drift = kMostDrift * std::fabs(static_cast<double>(one.at - start.at)) + kReadingErrorNs;
        const auto value = static_cast<double>(one.value);
        if (value >= interval.least - drift && value <= interval.most + drift)
            out.push_back(one);
    }
    return out;
}

void settle(RankPair& out, const Evidence& evidence, const std::vector<Bound>& inside)
{
    RobustLine fit = robustLine(inside);
    if (std::fabs(fit.line.slope) <= fit.slopeError) { // chance: the median without a slope is the better guess
        std::vector<double> values;
        for (const Bound& one : inside)
            values.push_back(static_cast<double>(one.value - inside.front().value));
        fit.line.slope = 0;
        fit.line.offset = inside.front().value + std::llround(medianOf(std::move(values)));
    }
    const Interval interval = wholeInterval(evidence, fit.line, 0);
    if (interval.least > interval.most + kReadingErrorNs) {
        out.doubt = ClockDoubt::Contradiction;
        return;
    }
    if (interval.least <= interval.most)
        fit.line.offset = std::llround(std::clamp(static_cast<double>(fit.line.offset), interval.least, interval.most));
    out.line = fit.line;
    // The median of n values that scatter by s is good to about 2.5 s / sqrt(n), two standard errors.
    constexpr double kErrorOfMedian = 2.5 * 1.4826;
    out.residualNs = kErrorOfMedian * fit.scatterNs / std::sqrt(static_cast<double>(inside.size()));
    out.doubt = ClockDoubt::None;
}

void keepBounds(RankPair& out, const Evidence& evidence)
{
    Line start;
    const auto& any = evidence.lower.empty() ? evidence.looseLower : evidence.lower;
    if (any.empty())
        return;
    start.at = any[any.size() / 2].at;
    const Interval interval = wholeInterval(evidence, start, 0);
    if (interval.least <= interval.most) {
        out.least = std::llround(interval.least);
        out.most = std::llround(interval.most);
    }
}

} // namespace

RankPair alignRanks(const std::vector<SharedGroup>& groups)
{
    RankPair out;
    Evidence evidence;
    bool together = false;
    bool certain = true;
    std::vector<std::int64_t> indices;
    for (const SharedGroup& group : groups) {
        const std::optional<Lag> lag = findLag(group);
        together = together || lag;
        certain = certain && (!lag || lag->certain);
        indices.push_back(lag ? lag->index : 0);
    }
    // In doubt the bounds are those of the operations as they are numbered, in every group.
    for (std::size_t i = 0; i < groups.size(); ++i)
        take(evidence, groups[i], certain ? indices[i] : 0);
    keepBounds(out, evidence);
    out.collectives = evidence.differences.size();
    if (evidence.apart && evidence.differences.empty())
        out.doubt = ClockDoubt::TooFarApart;
    else if (evidence.differences.size() < kLeastCollectives)
        out.doubt = evidence.lower.empty() && evidence.looseLower.empty() ? ClockDoubt::NoPartner : ClockDoubt::TooFew;
    else if (!together)
        out.doubt = ClockDoubt::Contradiction;
    else if (!certain) {
        out.doubt = ClockDoubt::WholeStep;
        out.least.reset(); // bounds of operations that may not belong together say nothing
        out.most.reset();
    }
    if (out.doubt != ClockDoubt::NoPartner || evidence.differences.size() < kLeastCollectives)
        return out;
    Line start;
    start.at = evidence.differences[evidence.differences.size() / 2].at;
    const std::vector<Bound> inside = insideOf(evidence, start);
    if (inside.size() < kLeastCollectives) {
        out.doubt = ClockDoubt::Contradiction;
        return out;
    }
    out.collectives = inside.size();
    settle(out, evidence, inside);
    return out;
}

} // namespace tideline::clocks
