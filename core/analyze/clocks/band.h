// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

// What must be added to one clock to get another, as a function of time: a band between bounds and a line through it.
namespace tideline::clocks {

/// Quartz is good to 100 ppm; two of them differ by no more than that.
constexpr double kMostDrift = 200e-6;
/// Two years. Sums of a few such values do not overflow, and keep a precision of a microsecond as double.
constexpr std::int64_t kMostShiftNs = std::int64_t{1} << 56;

/// At a time of the clock to be shifted, the shift is no less (or no more) than the value. ns.
struct Bound {
    std::int64_t at = 0;
    std::int64_t value = 0;
    bool operator==(const Bound&) const = default;
};

/// A shift that changes evenly with time.
struct Line {
    std::int64_t at = 0;     ///< of the clock to be shifted
    std::int64_t offset = 0; ///< there
    double slope = 0;        ///< ns per ns
    std::int64_t valueAt(std::int64_t time) const;
};

struct Band {
    Line middle;
    double halfWidth = 0; ///< ns; negative where the bounds contradict each other by that much
};

/// The line with the most room between lower and upper bounds, no steeper than kMostDrift; nothing without bounds of both
/// kinds. O(n log n).
std::optional<Band> middleOfBand(std::vector<Bound> lower, std::vector<Bound> upper);

/// Likewise without a slope. O(n).
std::optional<Band> levelOfBand(const std::vector<Bound>& lower, const std::vector<Bound>& upper);

/// True for a value that shifts may have; others are no clocks of one job.
constexpr bool isShift(std::int64_t value)
{
    return value >= -kMostShiftNs && value <= kMostShiftNs;
}

} // namespace tideline::clocks
