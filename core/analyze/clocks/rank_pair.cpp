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

/// Every so many-th operation.
void take(Evidence& evidence, const SharedGroup& group, std::int64_t lag, std::size_t stride = 1)
{
    for (std::size_t i = 0; i < group.reference->size(); i += stride) {
        const Collective& reference = (*group.reference)[i];
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

/// What any of the possible matches leaves. A thousand operations each are enough for bounds.
Interval hullOf(const SharedGroup& group, const std::vector<std::int64_t>& lags, const Line& middle)
{
    constexpr std::size_t kMost = 1'024;
    Interval out;
    for (std::size_t i = 0; i < lags.size(); ++i) {
        Evidence evidence;
        take(evidence, group, lags[i], group.reference->size() / kMost + 1);
        const Interval one = wholeInterval(evidence, middle, kMostDrift);
        out.least = i == 0 ? one.least : std::min(out.least, one.least);
        out.most = i == 0 ? one.most : std::max(out.most, one.most);
    }
    return out;
}

void keep(RankPair& out, Interval interval)
{
    constexpr auto kAny = static_cast<double>(kMostShiftNs);
    if (interval.least > interval.most || interval.least < -kAny || interval.most > kAny)
        return; // no clocks, or one side is not known
    out.least = std::llround(interval.least);
    out.most = std::llround(interval.most);
}

/// A match of the operations of each group, and what it leaves open.
struct Matches {
    std::vector<std::optional<Lag>> lags; ///< as groups
    ClockDoubt doubt = ClockDoubt::None;
    bool together = false; ///< in one group at least

    explicit Matches(const std::vector<SharedGroup>& groups)
    {
        for (const SharedGroup& group : groups) {
            lags.push_back(findLag(group));
            together = together || lags.back();
            if (lags.back() && doubt == ClockDoubt::None)
                doubt = lags.back()->doubt;
        }
    }
};

/// All of it holds at once.
Interval boundsInDoubt(const std::vector<SharedGroup>& groups, const Matches& matches, const Line& middle)
{
    Interval out = wholeInterval({}, middle, 0);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!matches.lags[i])
            continue;
        const Interval one = hullOf(groups[i], matches.lags[i]->possible, middle);
        out = {std::max(out.least, one.least), std::min(out.most, one.most)};
    }
    return out;
}

Line levelAt(std::optional<std::int64_t> middle, const Evidence& evidence)
{
    Line out;
    const auto& any = evidence.lower.empty() ? evidence.looseLower : evidence.lower;
    out.at = middle || any.empty() ? middle.value_or(0) : any[any.size() / 2].at;
    return out;
}

/// Why there is no line, before one is tried.
ClockDoubt doubtOf(const Evidence& evidence, const Matches& matches)
{
    if (evidence.apart && evidence.differences.empty())
        return ClockDoubt::TooFarApart;
    if (evidence.differences.size() < kLeastCollectives)
        return evidence.lower.empty() && evidence.looseLower.empty() ? ClockDoubt::NoPartner : ClockDoubt::TooFew;
    return matches.together ? matches.doubt : ClockDoubt::Contradiction;
}

} // namespace

RankPair alignRanks(const std::vector<SharedGroup>& groups, std::optional<std::int64_t> middle)
{
    RankPair out;
    Evidence evidence;
    const Matches matches(groups);
    for (std::size_t i = 0; i < groups.size(); ++i)
        take(evidence, groups[i], matches.lags[i] ? matches.lags[i]->index : 0);
    const Line level = levelAt(middle, evidence);
    out.collectives = evidence.differences.size();
    out.doubt = doubtOf(evidence, matches);
    const bool matched = matches.doubt == ClockDoubt::None;
    keep(out, matched ? wholeInterval(evidence, level, kMostDrift) : boundsInDoubt(groups, matches, level));
    if (out.doubt != ClockDoubt::None)
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
