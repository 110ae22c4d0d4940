// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/analyze/host_calls.h"
#include "core/analyze/step_profile.h"

namespace tideline {

/// When a repeated sequence of kernels is worth fusing.
struct FusionLimits {
    std::size_t moreThan = 5;        ///< occurrences
    double windowRatio = 0.01;       ///< window time over wall, above this
    double hostRatio = 0.4;          ///< kernel time over window time below this: launches dominate
    double memoryRatio = 0.8;        ///< memory pipe time over core time above this: traffic dominates
    std::size_t longest = 10;        ///< kernels
    std::vector<TimeRange> stalls{}; ///< merged: the host waits, loads or compiles, which no fused operator changes
};

/// A sequence of kernel types that repeats, with what fusing it would leave.
struct FusibleSequence {
    std::vector<std::string> types;
    std::vector<TimeRange> occurrences; ///< first start to greatest end of each, in order of time
    std::vector<DeviceOp> firsts;       ///< the first kernel of each
    Duration windowTime;                ///< sum of the occurrences
    Duration kernelTime;                ///< sum of the durations of their kernels
    Duration fusedTime; ///< host: the kernels and stalls without the other gaps; memory: each kernel as long as the
                        ///< busiest pipe that is left without the tensors that one hands to another
    bool hostBound = false;
    std::string pattern() const; ///< "Cast - Mul - Add"
};

/// FusionLimits::stalls of a rank.
std::vector<TimeRange> stallsOf(const HostCalls& calls);

/// True when at least one kernel of the step has a type.
bool hasKernelTypes(const Trace& trace, const StepProfile& step);

/// Maximal repeated sequences of kernel types, none sharing a kernel with another: those between which the device
/// waits for launches, longest first, then among what is left those that mostly move data (docs/RULES.md, C13).
/// Communication and AI CPU kernels cut sequences. O(n * longest) for n kernels, times the accepted
/// ones.
std::vector<FusibleSequence> fusibleSequences(const Trace& trace, const StepProfile& step, const FusionLimits& limits);

} // namespace tideline
