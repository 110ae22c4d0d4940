// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/base/id.h"
#include "core/base/time.h"

namespace tideline {

/// Which rows of a builder stay. Asked only for ranks from `firstRank` on; all others stay.
struct RowFilter {
    RankId firstRank;
    /// A slice by its track, name and span.
    std::function<bool(TrackId, StringId, TimeRange)> slice;
    /// An instant, or an end of an arrow. An arrow loses all its ends together.
    std::function<bool(TrackId, Instant)> point;
    std::function<bool(RankId, Instant)> sample;
    /// A row of a table: its step and its span, where it has them.
    std::function<bool(RankId, std::optional<std::int64_t>, std::optional<TimeRange>)> row;
};

/// Rows taken out.
struct RowCounts {
    std::uint64_t slices = 0;
    std::uint64_t points = 0;
    std::uint64_t samples = 0;
    std::uint64_t kernels = 0;
    std::uint64_t records = 0;

    std::uint64_t sum() const { return slices + points + samples + kernels + records; }
};

} // namespace tideline
