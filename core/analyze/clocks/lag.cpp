// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/lag.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include "core/analyze/clocks/robust_line.h"
#include "core/analyze/clocks/step_lag.h"

namespace tideline::clocks {

namespace {

constexpr std::size_t kSamples = 64;
constexpr std::size_t kLeastSamples = kLeastCollectives; // fewer fit anywhere
constexpr std::int64_t kMostPeriods = 16;
constexpr std::int64_t kMostSteps = 4;
constexpr double kLeastAgreement = 0.9; // a few operations may be named differently

/// How well the operations fit at one lag.
struct Fit {
    std::int64_t lag = 0;
    double scatterNs = 0;
    Line line;
    std::size_t count = 0;
    bool few = false; ///< fewer than three steps are left of the recording
};
using Fits = std::vector<Fit>;

/// Two steps lie on some line in any case: what is left of so few takes its slope from the operations as they are numbered.
constexpr std::size_t kLeastSteps = 3;

std::optional<Fit> fitAt(const SharedGroup& group, std::int64_t lag, std::size_t perStep, const Fit* numbered)
{
    const CollectiveSequence& reference = *group.reference;
    const std::size_t stride = std::max<std::size_t>(1, reference.size() / kSamples);
    std::size_t found = 0;
    std::size_t agreeing = 0;
    std::vector<Bound> differences;
    for (std::size_t i = 0; i < reference.size(); i += stride) {
        const Collective* other = findIndex(*group.other, reference[i].index + lag);
        if (!other)
            continue;
        ++found;
        if (other->kind != reference[i].kind)
            continue;
        ++agreeing;
        const std::int64_t difference = (reference[i].end - other->end).ns;
        if (reference[i].symmetric && isShift(difference))
            differences.push_back({other->end.ns, difference});
    }
    if (differences.size() < kLeastSamples
        || static_cast<double>(agreeing) < kLeastAgreement * static_cast<double>(found))
        return std::nullopt;
    const std::size_t count = differences.size();
    const bool few = found * stride < kLeastSteps * perStep;
    const RobustLine line = numbered && few ? lineOfSlope(std::move(differences), numbered->line.slope)
                                            : robustLine(std::move(differences));
    return Fit{lag, line.scatterNs, line.line, count, few};
}

/// Without 0.
std::set<std::int64_t> lagsOf(const SharedGroup& group, std::int64_t period)
{
    std::set<std::int64_t> lags;
    const auto add = [&](std::int64_t unit, std::int64_t most) {
        for (std::int64_t i = 1; unit > 0 && i <= most; ++i) {
            lags.insert(i * unit);
            lags.insert(-i * unit);
        }
    };
    if (static_cast<std::size_t>(period) < group.reference->size())
        add(period, kMostPeriods);
    add(group.perStep, kMostSteps);
    return lags;
}

/// A wrong lag scatters by what steps differ from each other, the right one by what ends of a collective do. The scatter of
/// few operations is itself not well known: to so many of its standard errors.
bool isAsGood(const Fit& fit, const Fit& best, double errors = 3)
{
    constexpr double kErrorOfScatter = 1.17; // of the median distance, relative, times the root of the count
    constexpr double kAsGoodNs = 1'000;
    const double doubt =
        errors * kErrorOfScatter * std::sqrt(1 / static_cast<double>(fit.count) + 1 / static_cast<double>(best.count));
    return fit.scatterNs <= (1 + doubt) * best.scatterNs + kAsGoodNs;
}

Lag certainly(std::int64_t lag)
{
    return {lag, ClockDoubt::None, {lag}};
}

Lag doubtful(ClockDoubt doubt, const Fits& fits)
{
    Lag out{0, doubt, {}};
    for (const Fit& fit : fits)
        out.possible.push_back(fit.lag);
    return out;
}

/// The best first, then those that fit as well. The least of many scatters of few operations is small by chance: it is no
/// measure for shifts that leave more.
Fits bestOf(const Fits& fits)
{
    const auto best = std::min_element(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) {
        return std::pair(a.few, a.scatterNs) < std::pair(b.few, b.scatterNs);
    });
    Fits out{*best};
    std::copy_if(fits.begin(), fits.end(), std::back_inserter(out),
                 [best](const Fit& fit) { return fit.lag != best->lag && isAsGood(fit, *best); });
    return out;
}

/// Without numbers of steps. One step alone fits anywhere: it is no ground to leave the indices of the operations.
Lag judge(const Fits& fits)
{
    Fits good = bestOf(fits);
    const auto numbered = std::find_if(fits.begin(), fits.end(), [](const Fit& fit) { return fit.lag == 0; });
    if (good.size() == 1 && good.front().few && good.front().lag != 0 && numbered != fits.end())
        good.push_back(*numbered);
    return good.size() == 1 ? certainly(good.front().lag) : doubtful(ClockDoubt::WholeStep, good);
}

/// Time servers keep hosts together to a few milliseconds.
bool isUsual(const Fit& fit)
{
    constexpr std::int64_t kMostNs = 10'000'000;
    return fit.line.offset >= -kMostNs && fit.line.offset <= kMostNs;
}

/// The least of many scatters is smaller than chance makes a single one: numbers are not given up for that.
bool isContradicted(const Fit& fit, const Fits& fits)
{
    constexpr double kErrors = 7;
    return std::any_of(fits.begin(), fits.end(), [&fit](const Fit& other) { return !isAsGood(fit, other, kErrors); });
}

/// Numbers of steps settle what operations alone cannot, unless there is reason to think that the ranks count from
/// different steps: the indices of the operations say so, or the clocks would agree if they did.
Lag judge(const Fits& fits, std::int64_t bySteps, std::int64_t perStep)
{
    Fits good = bestOf(fits);
    const auto isNumbered = [bySteps](const Fit& fit) { return fit.lag == bySteps; };
    const auto numbered = std::find_if(fits.begin(), fits.end(), isNumbered);
    const bool indicesAgree = std::abs(bySteps) < std::max<std::int64_t>(1, perStep / 2);
    const bool contradicted = numbered == fits.end() || isContradicted(*numbered, fits);
    if (contradicted && good.size() == 1 && good.front().lag == 0 && !good.front().few && !indicesAgree)
        return certainly(0); // the indices were right
    if (numbered != fits.end() && std::none_of(good.begin(), good.end(), isNumbered))
        good.push_back(*numbered);
    if (contradicted)
        return doubtful(ClockDoubt::StepNumbers, good);
    const bool usualElsewhere = !isUsual(*numbered) && std::any_of(good.begin(), good.end(), isUsual);
    const bool sure = good.size() == 1 || (indicesAgree && !usualElsewhere);
    return sure ? certainly(bySteps) : doubtful(ClockDoubt::WholeStep, good);
}

} // namespace

const Collective* findIndex(const CollectiveSequence& sequence, std::int64_t index)
{
    const auto found = std::partition_point(sequence.begin(), sequence.end(),
                                            [index](const Collective& one) { return one.index < index; });
    return found != sequence.end() && found->index == index ? &*found : nullptr;
}

std::optional<Lag> findLag(const SharedGroup& group)
{
    const std::size_t period = periodOf(*group.reference);
    const std::size_t perStep = group.perStep > 0 ? static_cast<std::size_t>(group.perStep) : period;
    const std::optional<std::int64_t> bySteps = lagOfSteps(group);
    const std::optional<Fit> numbered = fitAt(group, 0, perStep, nullptr);
    std::set<std::int64_t> lags = lagsOf(group, static_cast<std::int64_t>(period));
    if (bySteps)
        lags.insert(*bySteps);
    lags.erase(0);
    Fits fits;
    if (numbered)
        fits.push_back(*numbered);
    for (const std::int64_t lag : lags) {
        if (const std::optional<Fit> fit = fitAt(group, lag, perStep, numbered ? &*numbered : nullptr))
            fits.push_back(*fit);
    }
    if (fits.empty())
        return bySteps ? std::optional(certainly(*bySteps)) : std::nullopt; // too few to tell anything else
    return bySteps ? judge(fits, *bySteps, static_cast<std::int64_t>(perStep)) : judge(fits);
}

} // namespace tideline::clocks
