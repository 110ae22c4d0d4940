// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/scene/time_axis.h"
#include "core/store/trace.h"

namespace tideline {

class CounterPyramid;

/// A counter curve in device pixels: what is least and greatest in each column, held until the next sample. Columns of
/// a gap (NaN samples, before the first sample) are absent.
struct CounterScene {
    struct Column {
        std::int32_t x = 0;
        float min = 0;
        float max = 0;
        float last = 0;      ///< at the right edge: where the held line goes on
        bool joined = false; ///< no gap between this column and the one before
    };
    CounterId counter;
    double low = 0; ///< of the axis; low < high always, both finite
    double high = 1;
    std::vector<Column> columns;
};

/// A value axis that contains zero and every value; a constant, even 0, gets an axis too.
std::pair<double, double> counterAxis(const CounterInfo& counter);
/// One axis for several series.
std::pair<double, double> counterAxis(const Trace& trace, std::span<const CounterId> series);

/// O(pixels · log n): columns with many samples ask the pyramid.
CounterScene buildCounterScene(const Trace& trace, const CounterPyramid* pyramid, CounterId counter,
                               const TimeAxis& axis);

/// The sample that holds at a time of the common axis: (time on the common axis, value). None in a gap.
std::optional<std::pair<Instant, double>> counterValueAt(const Trace& trace, CounterId counter, Instant t);

} // namespace tideline
