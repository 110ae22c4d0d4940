// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/step_times.h"

namespace tideline::torch_npu {

/// What the device did in one step, in wall time, with the figures that follow from it.
struct StepLane {
    std::vector<TimeRange> computing;     ///< a union
    std::vector<TimeRange> communicating; ///< likewise
    StepTimes times;
};

/// Gathers the kernels and collectives of the steps under way.
class StepLanes {
public:
    void begin(const capture::RankInfo& rank) { m_clock = rank.clock; }
    void add(const capture::KernelRecord& record);
    void add(const capture::CommRecord& record);
    /// The step's share, which is forgotten here. Cost: O(n log n).
    StepLane take(const capture::StepRecord& step);

private:
    struct Busy {
        std::uint32_t step = 0;
        TimeRange range;
        bool receives = false;
    };

    TimeRange wallOf(std::int64_t startNs, std::int64_t endNs) const;

    capture::ClockPair m_clock;
    std::vector<Busy> m_computing;
    std::vector<Busy> m_communicating;
};

} // namespace tideline::torch_npu
