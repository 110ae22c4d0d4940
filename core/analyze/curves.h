// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analyze/device_figures.h"
#include "core/index/step_function.h"
#include "core/store/trace.h"

namespace tideline {

enum class CurveKind {
    CubeUtilization,
    VectorUtilization,
    CoreUtilization, ///< a counter
    HbmRead,
    HbmWrite,
    HbmTotal,
    LlcThroughput,
    LlcHitRate,
    CoreFrequency,
    DeviceMemory,
    AllocatorMemory,
    Other,
};

enum class CurveUnit { Percent, BytesPerSecond, Bytes, Megahertz, Plain };
enum class CurveSource { Counter, Derived };

/// One curve of a profile, in base units: bytes, bytes per second, percent, MHz. Times are on the common axis.
struct Curve {
    CurveKind kind = CurveKind::Other;
    std::string name;    ///< what tells curves of one kind apart, as in the file: "APP/HBM", "PTA allocated"
    std::string process; ///< of the counter
    CurveUnit unit = CurveUnit::Plain;
    std::string unitText; ///< Plain: the unit of the file, "" when it states none
    CurveSource source = CurveSource::Counter;
    RankId rank;
    StepFunction data;

    /// A counter that is read at intervals: 0 where it is written on a change, or where there is no regular interval.
    Duration period;
    bool sampled = false; ///< read at intervals, regular or not: a value during X needs two samples inside X

    double peak = std::numeric_limits<double>::quiet_NaN(); ///< what the device can do, when known
    FigureSource peakSource = FigureSource::None;
    bool peakAssumed = false;

    std::int64_t cores = 0; ///< Derived: that a full load occupies
    FigureSource coresSource = FigureSource::None;
    std::string device;              ///< row of the device table that was used
    Duration clamped;                ///< Derived: time in which concurrent kernels summed up to more than 100 %
    std::uint64_t withoutBlocks = 0; ///< Derived: kernels without blocks, counted as idle
};

/// All curves of all ranks: by rank, kind, then as in the file. Unit counters of HBM are summed. Only frames are
/// shared with the trace, which may go away. O(samples + kernels log kernels); empty when stopped.
std::vector<Curve> curvesOf(const Trace& trace, std::stop_token stop = {});

/// The value at a time: of the nearest sample, or for a derived curve and one that is written on changes of what holds
/// there. None in a gap.
std::optional<StepSample> valueAt(const Curve& curve, Instant t);

/// Time-weighted figures of a range.
struct CurveStatistics {
    std::uint64_t samples = 0; ///< that lie inside the range
    bool enough = false;       ///< false: fewer than two samples of a sampled counter lie inside, or no value at all
    double min = std::numeric_limits<double>::quiet_NaN();
    double mean = std::numeric_limits<double>::quiet_NaN();
    double p95 = std::numeric_limits<double>::quiet_NaN(); ///< the value is not above this in 95 % of the time
    double max = std::numeric_limits<double>::quiet_NaN();
};

/// Beyond 2^18 samples p95 comes from a histogram and is exact to 1/65,536 of max - min. O(samples in the range).
CurveStatistics statisticsOf(const Curve& curve, TimeRange range);

} // namespace tideline
