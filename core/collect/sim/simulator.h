// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/collect/sim/host_side.h"

namespace tideline::collect::sim {

/// Runs all ranks of a workload and hands their records to the sinks as they end.
class Simulator final : public TaskListener {
public:
    /// The contexts hold one open sink per rank; linkName is a link of the device.
    Simulator(const Workload& workload, std::vector<RankContext>& ranks, std::string linkName);

    /// Runs the steps; calls neither begin() nor finish() of the sinks.
    Status run(const Progress& progress);
    std::uint64_t taskCount() const { return m_tasks; }

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

    const Workload& m_workload;
    std::vector<RankContext>& m_ranks;
    std::unique_ptr<HostCalls> m_calls;
    std::unique_ptr<Devices> m_devices;
    std::deque<HostSide> m_hosts;
    std::vector<std::map<std::uint32_t, StepState>> m_steps;
    std::vector<std::uint32_t> m_handled; ///< by rank: the step the host was last seen in
    std::uint64_t m_tasks = 0;
};

} // namespace tideline::collect::sim
