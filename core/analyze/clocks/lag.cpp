// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/lag.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "core/analyze/clocks/robust_line.h"

namespace tideline::clocks {

namespace {

constexpr std::size_t kSamples = 64;
constexpr std::size_t kLeastSamples = kLeastCollectives; // fewer fit anywhere
constexpr std::int64_t kMostPeriods = 16;
constexpr std::int64_t kMostSteps = 4;
constexpr double kLeastAgreement = 0.9; // a few operations may be named differently

// A wrong lag scatters by what steps differ from each other, the right one by what ends of a collective do.
constexpr double kAsGoodRatio = 1.5;
constexpr double kAsGoodNs = 1'000;

/// How well the operations fit at one lag.
struct Fit {
    std::int64_t lag = 0;
    double scatterNs = 0;
    double slope = 0;
};

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
    const bool few = found * stride < kLeastSteps * perStep;
    const RobustLine line =
        numbered && few ? lineOfSlope(std::move(differences), numbered->slope) : robustLine(std::move(differences));
    return Fit{lag, line.scatterNs, line.line.slope};
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
    const std::optional<Fit> numbered = fitAt(group, 0, perStep, nullptr);
    std::vector<Fit> fits;
    if (numbered)
        fits.push_back(*numbered);
    for (const std::int64_t lag : lagsOf(group, static_cast<std::int64_t>(period))) {
        if (const std::optional<Fit> fit = fitAt(group, lag, perStep, numbered ? &*numbered : nullptr))
            fits.push_back(*fit);
    }
    if (fits.empty())
        return std::nullopt;
    const auto best = std::min_element(fits.begin(), fits.end(),
                                       [](const Fit& a, const Fit& b) { return a.scatterNs < b.scatterNs; });
    const double asGood = kAsGoodRatio * best->scatterNs + kAsGoodNs;
    const auto rivals =
        std::count_if(fits.begin(), fits.end(), [asGood](const Fit& fit) { return fit.scatterNs <= asGood; });
    return rivals == 1 ? Lag{best->lag, true} : Lag{};
}

} // namespace tideline::clocks
