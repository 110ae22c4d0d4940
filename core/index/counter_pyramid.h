// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/store/packer.h"
#include "core/store/trace.h"

namespace tideline {

/// Least and greatest value of some samples; NaN when all of them are gaps.
struct ValueRange {
    double min = std::numeric_limits<double>::quiet_NaN();
    double max = std::numeric_limits<double>::quiet_NaN();
    bool gap = false; ///< a NaN sample is among them
};

struct CounterPoint {
    Instant time;
    double value = 0; ///< NaN: the curve is interrupted here
};

/// Min and max over blocks of 8, 32, 128, … samples of one counter: 4 bytes per sample. Building is O(samples).
class CounterPyramid {
public:
    CounterPyramid() = default;
    CounterPyramid(const Trace& trace, CounterId counter);

    /// Over rows of the sample table that belong to the counter; O(log samples).
    ValueRange over(const Trace& trace, RowRange samples) const;

    /// The curve inside `range` (the counter's own time), cut into `pixels` columns: the samples themselves where a
    /// column has up to two, else the least and the greatest value of the column, at the times of its first and its
    /// last sample, the one nearer to the last value behind the other, and a NaN point behind them if there is a gap
    /// among the samples. The last sample before and the first behind the range are included.
    /// O(pixels · log samples).
    std::vector<CounterPoint> points(const Trace& trace, TimeRange range, std::uint32_t pixels) const;

    /// First sample row of the counter that is not before t; O(log samples).
    std::uint32_t firstFrom(const Trace& trace, Instant t) const;

    std::size_t residentBytes() const;

    /// Of a joined trace: its samples stand that much later in the table.
    void move(std::uint32_t samples) { m_samples = {m_samples.first + samples, m_samples.last + samples}; }
    /// Whether what a store says is about these samples.
    bool isSound(RowRange samples) const;
    friend void fields(Packer& packer, CounterPyramid& pyramid);

private:
    static constexpr std::uint32_t kLeaf = 8;
    static constexpr std::uint32_t kFanOut = 4;

    /// From a row that is known not to lie behind it; O(log distance).
    std::uint32_t firstFrom(ColumnReader<Instant>& times, std::uint32_t from, Instant t) const;

    RowRange m_samples;
    std::vector<std::vector<ValueRange>> m_levels; // finest first
};

} // namespace tideline
