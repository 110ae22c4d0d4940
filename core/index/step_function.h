// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/store/column.h"
#include "core/store/track.h"

namespace tideline {

/// What a step function does over some time. NaN: no value in it.
struct StepSummary {
    double min = std::numeric_limits<double>::quiet_NaN();
    double max = std::numeric_limits<double>::quiet_NaN();
    double integral = 0;        ///< value times ns
    std::int64_t coveredNs = 0; ///< time with a value
    double mean() const
    {
        return coveredNs > 0 ? integral / static_cast<double>(coveredNs) : std::numeric_limits<double>::quiet_NaN();
    }
};

struct StepSample {
    Instant time;
    double value = 0; ///< NaN: nothing from here on
};

/// Samples in time order, each of which holds until the next; with a pyramid of min, max and integral above them:
/// 2.7 bytes per sample. The samples stay in their columns, of which only the frames are shared. Times are those of the
/// common axis. Immutable; any thread may ask.
class StepFunction {
public:
    struct Source {
        Column<Instant> time;
        Column<double> value; ///< NaN marks a gap
        RowRange rows;        ///< of both columns
        double scale = 1;     ///< from the column to the unit of the curve
        Duration shift;       ///< from the column to the common axis
        /// Where the next sample is further away than this there is a gap, and the sample holds for holdInGap only.
        Duration longestHold{std::numeric_limits<std::int64_t>::max()};
        Duration holdInGap{std::numeric_limits<std::int64_t>::max()};
        Instant end; ///< the last sample holds until here at most
    };

    StepFunction() = default;
    explicit StepFunction(Source source);

    std::uint32_t size() const { return m_source.rows.size(); }
    StepSample at(std::uint32_t row) const;
    Instant holdEnd(std::uint32_t row) const; ///< at most the time of the next sample

    /// The first sample that is not before t; O(log n).
    std::uint32_t firstFrom(Instant t) const { return firstFrom(t, 0, size() / 2); }
    /// The same where it is known not to lie before `low`, quick when it lies near `guess`; O(log distance).
    std::uint32_t firstFrom(Instant t, std::uint32_t low, std::uint32_t guess) const;

    /// Samples [first, last) with their whole holds; O(log n).
    StepSummary over(std::uint32_t first, std::uint32_t last) const;
    /// Clipped to the range; what holds at its start counts. O(log n).
    StepSummary over(TimeRange range) const;

    /// The sample that holds at t; none in a gap.
    std::optional<StepSample> holdingAt(Instant t) const;
    /// The sample next to t on either side; none where that is further away than a sample may hold.
    std::optional<StepSample> nearestTo(Instant t) const;

    std::size_t residentBytes() const; ///< of the pyramid
private:
    static constexpr std::uint32_t kLeaf = 16;
    static constexpr std::uint32_t kFanOut = 4;

    Instant heldUntil(Instant start, std::optional<Instant> next, Instant end) const;
    void addRows(StepSummary& sum, std::uint32_t first, std::uint32_t last) const;
    Instant timeOf(std::uint32_t row) const;

    Source m_source;
    std::vector<std::vector<StepSummary>> m_levels; // finest first
};

} // namespace tideline
