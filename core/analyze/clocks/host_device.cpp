// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/host_device.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace tideline::clocks {

namespace {

constexpr std::int64_t kPieceNs = 30'000'000'000;
constexpr std::size_t kLeastForSlope = 5;
/// Readings of clocks are no finer; beyond it bounds that contradict each other are no clocks.
constexpr double kReadingErrorNs = 5'000;

bool byTime(const Bound& a, const Bound& b)
{
    return a.at < b.at;
}

/// The least shift at any time (the greatest, of upper bounds), as bounds near it and the greatest drift leave it.
class Envelope {
public:
    /// Sorted by time. Side: 1 for lower bounds, −1 for upper ones.
    Envelope(const std::vector<Bound>& bounds, double side)
        : m_before(bounds.size()), m_after(bounds.size()), m_bounds(&bounds), m_side(side)
    {
        for (std::size_t i = 0; i < bounds.size(); ++i)
            m_before[i] = i == 0 ? own(i) : std::max(own(i), m_before[i - 1] - drift(i - 1, bounds[i].at));
        for (std::size_t i = bounds.size(); i-- > 0;)
            m_after[i] =
                i + 1 == bounds.size() ? own(i) : std::max(own(i), m_after[i + 1] - drift(i + 1, bounds[i].at));
    }

    /// Nothing without bounds. O(log n).
    std::optional<double> at(std::int64_t time) const
    {
        const auto next = std::partition_point(m_bounds->begin(), m_bounds->end(),
                                               [time](const Bound& bound) { return bound.at <= time; });
        const auto i = static_cast<std::size_t>(next - m_bounds->begin());
        std::optional<double> out;
        if (i > 0)
            out = m_before[i - 1] - drift(i - 1, time);
        if (i < m_bounds->size()) {
            const double later = m_after[i] - drift(i, time);
            out = std::max(out.value_or(later), later);
        }
        return out ? std::optional(m_side * *out) : out;
    }

private:
    double own(std::size_t i) const { return m_side * static_cast<double>((*m_bounds)[i].value); }
    double drift(std::size_t i, std::int64_t time) const
    {
        return kMostDrift * std::fabs(static_cast<double>(time - (*m_bounds)[i].at));
    }

    std::vector<double> m_before;
    std::vector<double> m_after;
    const std::vector<Bound>* m_bounds;
    double m_side;
};

std::vector<Bound> lowerBounds(const std::vector<Launch>& launches)
{
    std::vector<Bound> out;
    out.reserve(launches.size());
    for (const Launch& launch : launches) {
        const std::int64_t value = (launch.host - launch.device).ns;
        if (isShift(value))
            out.push_back({launch.device.ns, value});
    }
    return out;
}

/// One bound per call: the latest of its candidates that causes leave possible. What ended after the call had returned
/// was not waited for; it is known by a shift that the launches rule out.
std::vector<Bound> upperBounds(std::vector<Return> returns, const std::vector<Bound>& lower)
{
    const Envelope floor(lower, 1);
    std::sort(returns.begin(), returns.end(), [](const Return& a, const Return& b) {
        return std::pair(a.call, b.device) < std::pair(b.call, a.device); // the latest end of a call first
    });
    std::vector<Bound> out;
    std::optional<std::uint32_t> settled;
    for (const Return& one : returns) {
        const std::int64_t value = (one.host - one.device).ns;
        if (settled == one.call || !isShift(value))
            continue;
        const std::optional<double> least = floor.at(one.device.ns);
        if (least && static_cast<double>(value) < *least - kReadingErrorNs)
            continue;
        out.push_back({one.device.ns, value});
        settled = one.call;
    }
    std::sort(out.begin(), out.end(), byTime);
    return out;
}

/// What calls leave at the most if each waited for the first of its candidates only.
std::vector<Bound> loosestBounds(const std::vector<Return>& returns)
{
    std::map<std::uint32_t, Bound> byCall;
    for (const Return& one : returns) {
        const Bound bound{one.device.ns, (one.host - one.device).ns};
        if (!isShift(bound.value))
            continue;
        const auto [known, added] = byCall.try_emplace(one.call, bound);
        if (!added && known->second.value < bound.value)
            known->second = bound;
    }
    std::vector<Bound> out;
    for (const auto& [call, bound] : byCall)
        out.push_back(bound);
    std::sort(out.begin(), out.end(), byTime);
    return out;
}

/// Arrows may tie a launch to an item that is not its own. A few that no clocks explain are left out; where they are many
/// it is the calls that are wrong.
void dropMismatched(std::vector<Bound>& lower, const std::vector<Return>& returns)
{
    const std::vector<Bound> loosest = loosestBounds(returns);
    if (loosest.empty())
        return;
    const Envelope ceiling(loosest, -1);
    const auto impossible = [&ceiling](const Bound& bound) {
        return static_cast<double>(bound.value) > *ceiling.at(bound.at) + kReadingErrorNs;
    };
    constexpr std::ptrdiff_t kMostShare = 50; // one in so many
    const auto first =
        std::stable_partition(lower.begin(), lower.end(), [&](const Bound& b) { return !impossible(b); });
    if ((lower.end() - first) * kMostShare <= static_cast<std::ptrdiff_t>(lower.size()))
        lower.erase(first, lower.end());
    std::sort(lower.begin(), lower.end(), byTime);
}

/// The part of sorted bounds before a time, taken from a place that moves on.
std::vector<Bound> takeUntil(const std::vector<Bound>& bounds, std::size_t& next, std::int64_t end, bool last)
{
    std::vector<Bound> out;
    for (; next < bounds.size() && (last || bounds[next].at < end); ++next)
        out.push_back(bounds[next]);
    return out;
}

class Pieces {
public:
    Pieces(std::vector<Bound> lower, std::vector<Bound> upper, std::vector<Bound> markers)
        : m_lower(std::move(lower)), m_upper(std::move(upper)), m_markers(std::move(markers))
    {
    }

    /// Of equal length, near 30 s. Stretches without bounds of both kinds belong to the piece before them.
    void align(HostDevice& out)
    {
        const std::int64_t first = std::min(m_lower.front().at, m_upper.front().at);
        const std::int64_t last = std::max(m_lower.back().at, m_upper.back().at);
        const std::int64_t count = std::max<std::int64_t>(1, (last - first + kPieceNs / 2) / kPieceNs);
        const std::int64_t length = (last - first) / count + 1;
        std::int64_t end = first;
        while (m_nextLower < m_lower.size() || m_nextUpper < m_upper.size()) {
            const std::int64_t next = nextTime();
            end = next + length - (next - first) % length; // empty pieces cost nothing
            add(out, end, end > last - length / 2);
        }
    }

private:
    std::int64_t nextTime() const
    {
        const bool hasLower = m_nextLower < m_lower.size();
        const bool hasUpper = m_nextUpper < m_upper.size();
        if (hasLower && hasUpper)
            return std::min(m_lower[m_nextLower].at, m_upper[m_nextUpper].at);
        return hasLower ? m_lower[m_nextLower].at : m_upper[m_nextUpper].at;
    }

    void add(HostDevice& out, std::int64_t end, bool last)
    {
        std::vector<Bound> lower = takeUntil(m_lower, m_nextLower, end, last);
        std::vector<Bound> upper = takeUntil(m_upper, m_nextUpper, end, last);
        const std::size_t ties = upper.size() + takeUntil(m_markers, m_nextMarker, end, last).size();
        const std::optional<Band> level = levelOfBand(lower, upper);
        const std::optional<Band> sloped = ties < kLeastForSlope ? std::nullopt : middleOfBand(lower, upper);
        if (!level)
            return;
        if (!sloped || isIdle(*sloped, *level)) {
            // Drift alone makes bounds of a long piece contradict each other: that widens what is not known.
            out.pieces.push_back({end, level->middle, std::fabs(level->halfWidth), true});
            return;
        }
        if (sloped->halfWidth < -kReadingErrorNs)
            out.doubt = ClockDoubt::Contradiction;
        out.pieces.push_back({end, sloped->middle, std::fabs(sloped->halfWidth), false});
    }

    /// A short piece has room for any slope; one that hardly widens the band, or only the steepest, says nothing.
    static bool isIdle(const Band& sloped, const Band& level)
    {
        constexpr double kHardlyWider = 0.75;
        constexpr double kSteepest = 0.95;
        return level.halfWidth > 0
               && (level.halfWidth >= kHardlyWider * sloped.halfWidth
                   || std::fabs(sloped.middle.slope) > kSteepest * kMostDrift);
    }

    std::vector<Bound> m_lower;
    std::vector<Bound> m_upper;
    std::vector<Bound> m_markers;
    std::size_t m_nextLower = 0;
    std::size_t m_nextUpper = 0;
    std::size_t m_nextMarker = 0;
};

} // namespace

Instant HostDevice::onHost(Instant device) const
{
    if (pieces.empty())
        return device;
    const auto piece =
        std::find_if(pieces.begin(), pieces.end() - 1, [device](const Piece& one) { return device.ns < one.end; });
    return device + Duration{piece->line.valueAt(device.ns)};
}

double HostDevice::residualNs() const
{
    double most = 0;
    for (const Piece& piece : pieces)
        most = std::max(most, piece.residualNs);
    return most;
}

HostDevice alignHostDevice(SharedEvents events)
{
    HostDevice out;
    std::vector<Bound> lower = lowerBounds(events.launches);
    std::vector<Bound> markers = lowerBounds(events.markers);
    out.launches = lower.size();
    out.markers = markers.size();
    lower.insert(lower.end(), markers.begin(), markers.end());
    std::sort(markers.begin(), markers.end(), byTime);
    dropMismatched(lower, events.returns);
    std::vector<Bound> upper = upperBounds(std::move(events.returns), lower);
    out.synchronisations = upper.size();
    if (lower.empty() || upper.empty()) {
        out.doubt = lower.empty() && upper.empty() ? ClockDoubt::NoPartner : ClockDoubt::OneSided;
        return out;
    }
    out.doubt = ClockDoubt::None;
    Pieces(std::move(lower), std::move(upper), std::move(markers)).align(out);
    if (out.pieces.empty() && out.doubt == ClockDoubt::None)
        out.doubt = ClockDoubt::OneSided; // no piece has bounds of both kinds
    if (out.doubt != ClockDoubt::None)
        out.pieces.clear();
    return out;
}

} // namespace tideline::clocks
