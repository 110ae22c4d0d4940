// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/rank_clock.h"

namespace tideline {

/// What a track shows. Async and Unfinished tracks hold spans and open begins: they are drawn, not counted.
enum class TrackKind { HostThread, Stream, CommGroup, CommPlane, Overlap, Process, Other, Async, Unfinished };

/// True where the rows of the track are slices in the sense of every statistic.
constexpr bool isCounted(TrackKind kind)
{
    return kind != TrackKind::Async && kind != TrackKind::Unfinished;
}

/// Rows [first, last) of the slice table.
struct RowRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t size() const { return last - first; }
    bool contains(std::uint32_t row) const { return first <= row && row < last; }
};

enum class ProcessRole { Unknown, Host, Cann, Device, Communication, Overlap, Counter };

/// One process of one rank, as the trace groups its lanes.
struct ProcessInfo {
    RankId rank;
    std::string pid;
    std::string name; ///< "" when the trace names none
    std::string labels;
    std::optional<std::int64_t> sortIndex;
    ProcessRole role = ProcessRole::Unknown;
};

/// One lane: a host thread, a device stream, a communication group or plane, …
struct TrackInfo {
    RankId rank;
    ProcessId process;
    std::string tid;
    std::string name; ///< never empty after freeze: falls back to "Thread <tid>"
    TrackKind kind = TrackKind::Other;
    std::optional<std::int64_t> sortIndex;
    RowRange slices;                 ///< all rows of the track
    std::vector<RowRange> rows;      ///< the drawn rows, top first; consecutive parts of `slices`
    RowRange instants;               ///< of the instant table
    Duration busy;                   ///< union of the slices
    Duration sum;                    ///< sum of the durations
    std::uint32_t overlapping = 0;   ///< slices that cross an earlier one (cli.md, Definitions)
    std::uint32_t enclosing = 0;     ///< device kernels that enclose other kernels of the stream
    std::optional<TimeRange> extent; ///< first start to last end
};

/// True for a lane whose times the host's clock gave; those of all others came from the device.
inline bool isOfHost(const TrackInfo& track, ProcessRole role)
{
    switch (role) {
    case ProcessRole::Host:
    case ProcessRole::Cann: return true;
    case ProcessRole::Unknown: return track.kind == TrackKind::HostThread;
    case ProcessRole::Device:
    case ProcessRole::Communication:
    case ProcessRole::Overlap:
    case ProcessRole::Counter: break;
    }
    return false;
}

/// One counter series: a process, an event name and one key of its arguments.
struct CounterInfo {
    RankId rank;
    ProcessId process;
    std::string name; ///< event name, with its instance where an argument is an id
    std::string series;
    std::string unit; ///< "MB/s", "%", "MHz", "KB", …; "" when unknown
    RowRange samples;
    double min = std::numeric_limits<double>::quiet_NaN();
    double max = std::numeric_limits<double>::quiet_NaN();
};

enum class StepSource { Marked, Detected };

struct StepInfo {
    RankId rank;
    std::int64_t id = 0;
    TimeRange range;
    StepSource source = StepSource::Marked;
};

/// A row of step_trace_time.csv, in the file's rounding; figures are missing where the column is.
struct FileStepRow {
    RankId rank;
    std::optional<std::int64_t> step;
    std::map<std::string, Duration> figures; ///< by column name, "Computing", "Free", …
};

/// A communication group as parallel_group_info of profiler_metadata.json describes it.
struct ParallelGroup {
    std::string key;  ///< its name on the wire: "group_name_19", "10.0.0.1%eth0_60000_0_1708156014257149"
    std::string hash; ///< the decimal number that stands for the key behind '@' in communication files
    std::string name; ///< "pp", "tp", "dp", "dp_cp", "default_group", …
    std::optional<std::int64_t> position; ///< of this rank in the group
    std::vector<std::int64_t> ranks;      ///< global ranks by position
};

/// What identifies a rank and what its files say about it.
struct RankInfo {
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> device;
    std::string host;
    std::string format; ///< "torch-npu-text", "chrome-trace", "tasks", …
    std::string path;
    std::optional<std::int64_t> timeBaseNs; ///< declared by the file (baseTimeNanoseconds)
    std::optional<RankClock> clock;         ///< how its clocks stand to those of the other ranks; none: not looked into
    Duration axisShift; ///< added to the rank's times to put all ranks on one axis; set by freeze, then by onAxis()
    Duration hostShift; ///< added to its host's times beside axisShift: those count by the host's own clock
    std::string profilerLevel;                       ///< "Level1", … ; "" when unknown
    std::map<std::string, std::string> switches;     ///< collector settings by name, as text
    std::map<std::string, std::string> environment;  ///< ENV_VARIABLES of profiler_metadata.json
    std::map<std::string, std::string> parallelPlan; ///< distributed_args: "pipeline_model_parallel_size" is "2", …
    std::vector<ParallelGroup> groups;               ///< by key

    /// The group that communication files call `id` (a hash, or the key itself), or null; O(groups).
    const ParallelGroup* groupOf(std::string_view id) const
    {
        for (const ParallelGroup& group : groups) {
            if (group.hash == id || group.key == id)
                return &group;
        }
        return nullptr;
    }
    /// The first group of that name ("pp"), or null; O(groups).
    const ParallelGroup* groupNamed(std::string_view name) const
    {
        for (const ParallelGroup& group : groups) {
            if (group.name == name)
                return &group;
        }
        return nullptr;
    }
};

} // namespace tideline
