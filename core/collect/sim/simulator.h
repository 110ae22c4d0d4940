// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/collect/faults/truth.h"
#include "core/collect/sim/host_side.h"

namespace tideline::collect::sim {

/// The steps that are simulated; which of them are recorded stands in RankInfo.
struct StepSpan {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Runs all ranks of a workload and hands their records to the sinks as they end.
class Simulator final : public TaskListener {
public:
    /// The contexts hold one open sink per rank.
    Simulator(const Workload& workload, std::vector<RankContext>& ranks, const StepSpan& steps);

    /// Runs the steps; calls neither begin() nor finish() of the sinks.
    Status run(const Progress& progress);
    std::uint64_t taskCount() const { return m_tasks; }
    /// The recorded steps of every rank, in simulated time and as the capture's wall clock shows them.
    const StepWalls& walls() const { return m_walls; }

private:
    struct StepState {
        std::uint32_t ended = 0; ///< tasks
        std::uint32_t pushed = 0;
        bool left = false; ///< the host has left it
        capture::StepRecord record;
    };

    void taskEnded(std::uint32_t rank, const Task& task, Time now) override;
    void hostMoved(std::uint32_t rank);
    void completeSteps(std::uint32_t rank);
    void emitMarker(std::uint32_t rank, const Task& task, Time now);
    std::int64_t clockMhz() const;

    const Workload& m_workload;
    std::vector<RankContext>& m_ranks;
    StepSpan m_span;
    std::unique_ptr<HostCalls> m_calls;
    std::unique_ptr<Devices> m_devices;
    std::deque<HostSide> m_hosts;
    std::vector<std::map<std::uint32_t, StepState>> m_steps;
    std::vector<std::uint32_t> m_handled; ///< by rank: the step the host was last seen in
    std::uint64_t m_tasks = 0;
    StepWalls m_walls;
};

} // namespace tideline::collect::sim
