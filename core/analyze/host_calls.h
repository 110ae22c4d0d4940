// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// What the advisor asks of host slices. A slice may be several of them.
enum class HostCallKind {
    Synchronise,       ///< aclrtSynchronize…
    SynchroniseStream, ///< aclrtSynchronizeStream…
    SyncCopy,          ///< exactly aclrtMemcpy
    Compile,           ///< aclopCompileAndExecute
    Launch,            ///< Node@launch, or a database row "launch" of type node
    DataLoader,        ///< its name contains "dataloader"; Python frames left out
    OptimizerStep,     ///< Optimizer.step#…
    Collection,        ///< category gc
    DriverMemory,      ///< …MallocMemInner, …MallocPhysical, …FreePhysical, aclrtFree
};
constexpr std::size_t kHostCallKinds = 9;

struct HostCall {
    TimeRange range;
    SliceId slice;
    TrackId track;
};

/// The host slices of one rank that rules ask for, by kind and start.
struct HostCalls {
    std::vector<HostCall> byKind[kHostCallKinds];
    bool hasHost = false; ///< the timeline has host slices
    bool hasApi = false;  ///< calls of the AscendCL layer
    const std::vector<HostCall>& of(HostCallKind kind) const { return byKind[static_cast<std::size_t>(kind)]; }
};

/// True for lanes on which the host's calls stand.
bool isHostTrack(const Trace& trace, const TrackInfo& track);

/// One pass over the rank's host slices; each distinct name is judged once. The scope's time limits and cuts them, its
/// steps do not: a call that reaches into a step is met by intersecting.
HostCalls hostCalls(const Trace& trace, RankId rank, const Scope& scope);

/// When the host launched a device item: the start of the latest HostToDevice arrow that ends on its slice.
class LaunchTimes {
public:
    LaunchTimes() = default;
    /// O(flows).
    LaunchTimes(const Trace& trace, RankId rank);
    bool empty() const { return m_bySlice.empty(); }
    std::optional<Instant> of(SliceId slice) const;
    /// The host slice that the arrow leaves; none if it hangs in the air.
    SliceId callOf(SliceId slice) const;

private:
    struct Launch {
        Instant time;
        SliceId call;
    };
    std::unordered_map<SliceId, Launch> m_bySlice;
};

/// What runs on device streams beside compute kernels and communication operations.
struct DeviceTasks {
    std::vector<HostCall> copies; ///< tasks whose name or task type contains MEMCPY, by start
    std::vector<TimeRange> waits; ///< merged: event and notify waits
    std::vector<TimeRange> other; ///< merged: everything else, copies included
    bool known = false;           ///< the timeline has device streams
};

/// Cut to the scope's time. O(slices of the rank's streams).
DeviceTasks deviceTasks(const Trace& trace, RankId rank, const Scope& scope);

} // namespace tideline
