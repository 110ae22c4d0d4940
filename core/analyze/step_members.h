// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/analyze/device_ops.h"
#include "core/store/trace.h"

namespace tideline {

/// The device operations of one step.
struct StepOps {
    std::vector<DeviceOp> compute;
    std::vector<DeviceOp> communication;
    /// First start to last end of all; none without operations.
    std::optional<TimeRange> extent() const;
};

/// All that belongs to one step of a rank.
struct StepMember {
    std::optional<std::int64_t> id; ///< none: the profile has no steps
    std::optional<TimeRange> host;  ///< the step's slice on the host, or the detected iteration
    bool hostMarked = false;
    const FileStepRow* file = nullptr;
    StepOps ops;
    bool startCut = false; ///< a limit of time hides where the step begins
};

/// Cuts a step of a rank to a limit on the common axis: the operations by the device's clock, and the host's window by the
/// host's, which grows to the operations that are left where it does not hold them. A step that lies inside as a whole
/// stays as it is. The figures of files are about whole steps and go. False: nothing of the step is inside. O(operations).
bool clipTo(StepMember& member, const Trace& trace, RankId rank, TimeRange onAxis);

/// Deals the operations out to the steps: by the kernel table's step id where it has one, else by the host step in
/// which they start. One member without id when there are no steps at all. By id. O(n log steps).
std::vector<StepMember> stepMembers(const Trace& trace, RankId rank, DeviceOps ops);

} // namespace tideline
