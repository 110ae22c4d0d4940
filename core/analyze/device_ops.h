// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/store/kernel_core.h"
#include "core/store/trace.h"

namespace tideline {

/// True for send, receive and combined point-to-point operations, by name.
bool isPointToPoint(std::string_view name);

enum class DeviceWork { None, Compute, Communication };

/// Says what a slice of a trace without kernel rows is on the device; answers are kept per (category, type, name).
class DeviceClassifier {
public:
    explicit DeviceClassifier(const Trace& trace) : m_trace(&trace) {}
    /// False where no slice of the track can be device work.
    bool mayHold(const TrackInfo& track) const;
    DeviceWork of(const TrackInfo& track, StringId category, StringId taskType, StringId name);

private:
    enum class Kind { No, Kernel, ByName };
    Kind kindOf(TrackKind track, std::string_view category, std::string_view taskType) const;

    const Trace* m_trace;
    std::unordered_map<std::uint64_t, Kind> m_kinds;       ///< by category and task type
    std::unordered_map<std::uint32_t, DeviceWork> m_names; ///< of slices that are kernels
};

/// One operation of the device in the sense of the time model.
struct DeviceOp {
    TimeRange range;
    std::int64_t step = kNoInteger; ///< of the kernel table
    bool pointToPoint = false;
    KernelId kernel; ///< its row of the kernel table, or none
    SliceId slice;   ///< its slice on the timeline, or none
};

/// What ran on the device of a rank, communication as whole operations, from one consistent source.
struct DeviceOps {
    std::vector<DeviceOp> compute;
    std::vector<DeviceOp> communication;
    bool known = false; ///< false: the profile says nothing about the device
};

/// Rows of the kernel table that belong to a rank; O(log n).
RowRange kernelsOf(const Trace& trace, RankId rank);

/// Kernel rows where the rank has any, else its device slices; communication from kernel rows where the table lists
/// any, else from the group tracks, else from kernels named after a collective library. O(rows of the rank).
DeviceOps deviceOps(const Trace& trace, RankId rank);

} // namespace tideline
