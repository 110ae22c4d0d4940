// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/source.h"

// Rows as importers hand them to the TraceBuilder, in any order.
namespace tideline {

struct SliceRow {
    Instant start;
    Duration duration;
    SourceRef ref; ///< also the file order that breaks ties
    StringId name;
    StringId category = StringId{0};
    StringId taskType = StringId{0};
};

struct InstantRow {
    Instant time;
    SourceRef ref;
    StringId name;
};

struct SampleRow {
    Instant time;
    double value = std::numeric_limits<double>::quiet_NaN();
    SourceRef ref;
};

enum class FlowPhase : std::uint8_t { Start, Step, End };

/// One s, t or f event. The key is a 128-bit hash of (category, id as text); equal keys of one rank belong together.
struct FlowPoint {
    std::uint64_t keyHigh = 0;
    std::uint64_t keyLow = 0;
    Instant time;
    SourceRef ref;
    TrackId track;
    StringId category = StringId{0};
    FlowPhase phase = FlowPhase::Start;
    bool bindEnclosing = true; ///< false: an end binds to the next slice when none encloses it (Chrome without bp:"e")
};

struct KernelRow {
    RankId rank;
    std::int64_t step = std::numeric_limits<std::int64_t>::min();
    Instant start;
    Duration duration;
    Duration wait{-1};
    StringId name = StringId{0};
    StringId type = StringId{0};
    StringId core = StringId{0};
    std::int64_t stream = std::numeric_limits<std::int64_t>::min();
    std::int64_t task = std::numeric_limits<std::int64_t>::min();
    std::int64_t device = std::numeric_limits<std::int64_t>::min();
    std::int64_t blockDim = std::numeric_limits<std::int64_t>::min();
    std::int64_t mixBlockDim = std::numeric_limits<std::int64_t>::min();
    StringId opState = StringId{0};
    StringId inputShapes = StringId{0};
    StringId inputTypes = StringId{0};
    StringId inputFormats = StringId{0};
    StringId outputShapes = StringId{0};
    StringId outputTypes = StringId{0};
    StringId outputFormats = StringId{0};
    SourceRef ref;
    std::vector<double> metrics; ///< by the order of TraceBuilder::kernelMetric(); may be shorter
};

/// A column of an extra table while it is read: text cells; freeze decides whether all are numbers.
struct ExtraColumn {
    std::string name;
    std::vector<StringId> cells;
};

} // namespace tideline
