// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/column.h"
#include "core/store/source.h"

namespace tideline {

/// Marks an integer cell that the file does not give (N/A, empty).
constexpr std::int64_t kNoInteger = std::numeric_limits<std::int64_t>::min();

/// All slices, ordered by (track, drawn row, start). A drawn row is sorted and overlaps by at most 1 ns.
struct SliceColumns {
    Column<Instant> start;
    Column<Duration> duration; ///< as in the file, never negative
    Column<Duration> self;     ///< duration minus the union of the children, never negative
    Column<StringId> name;
    Column<StringId> category; ///< the file's "cat"
    Column<StringId> taskType; ///< Ascend "Task Type" / device task type; empty when unknown
    Column<SliceId> parent;    ///< none for a root
    Column<SourceRef> ref;     ///< the event object in its file
    std::uint32_t size() const { return start.size(); }
};

/// Points in time, ordered by (track, time, file order).
struct InstantColumns {
    Column<Instant> time;
    Column<TrackId> track;
    Column<StringId> name;
    Column<SourceRef> ref;
    std::uint32_t size() const { return time.size(); }
};

/// Samples of all counter series, ordered by (series, time, file order). NaN marks a gap.
struct SampleColumns {
    Column<Instant> time;
    Column<double> value;
    std::uint32_t size() const { return time.size(); }
};

/// Arrows, ordered by (fromTrack, fromTime). A slice id is none where the end hangs in the air.
struct FlowColumns {
    Column<TrackId> fromTrack;
    Column<Instant> fromTime;
    Column<SliceId> fromSlice;
    Column<TrackId> toTrack;
    Column<Instant> toTime;
    Column<SliceId> toSlice;
    Column<StringId> category;
    std::uint32_t size() const { return fromTime.size(); }
};

/// A numeric column that only some files have, for instance a PMU figure. NaN: not given.
struct NamedColumn {
    std::string name; ///< as in the file's header
    Column<double> values;
};

/// Rows of kernel_details (and tables of its kind), ordered by (rank, start, file order).
struct KernelColumns {
    Column<RankId> rank;
    Column<std::int64_t> step; ///< kNoInteger: no step
    Column<Instant> start;
    Column<Duration> duration;
    Column<Duration> wait; ///< the file's column; negative: not given
    Column<StringId> name;
    Column<StringId> type;
    Column<StringId> core; ///< the file's spelling: AI_CORE, MIX_AIC, HCCL, …
    Column<std::int64_t> stream;
    Column<std::int64_t> task;
    Column<std::int64_t> device;
    Column<std::int64_t> blockDim;
    Column<std::int64_t> mixBlockDim;
    Column<StringId> opState;
    Column<StringId> inputShapes; ///< without the doubled quotes
    Column<StringId> inputTypes;
    Column<StringId> inputFormats;
    Column<StringId> outputShapes;
    Column<StringId> outputTypes;
    Column<StringId> outputFormats;
    Column<SliceId> slice; ///< the device slice of this row; none when the timeline has none
    Column<SourceRef> ref;
    std::vector<NamedColumn> metrics;
    std::uint32_t size() const { return start.size(); }
};

/// A device slice and the kernel row that describes it.
struct KernelTie {
    SliceId slice;
    KernelId kernel;
    auto operator<=>(const KernelTie&) const = default;
};
inline bool isPlausible(const KernelTie& tie, const IdLimits& limits)
{
    return tie.slice.row < limits.slices && tie.kernel.row < limits.kernels;
}

/// Any other table of a rank, kept as it is: numbers where all cells are numbers or missing, else text.
struct ExtraTable {
    struct Field {
        std::string name;
        bool numeric = false;
        Column<double> numbers; ///< filled when numeric
        Column<StringId> texts; ///< filled otherwise
    };
    RankId rank;
    std::string name; ///< for instance "operator_details"
    std::uint32_t rows = 0;
    std::vector<Field> fields;
};

} // namespace tideline
