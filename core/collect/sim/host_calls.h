// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <deque>

#include "core/capture/records.h"
#include "core/collect/scenario.h"

namespace tideline::collect::sim {

/// The host calls every step shares; alive as long as the simulation.
struct HostCalls {
    explicit HostCalls(const Scenario& scenario, std::uint32_t firstStep, std::uint32_t steps);
    const capture::HostCall& step(std::uint32_t number) const { return steps[number - firstNumber]; }

    std::uint32_t firstNumber;
    std::deque<capture::HostCall> steps;     ///< ProfilerStep#n
    std::array<capture::HostCall, 3> scopes; ///< by ScopeName
    capture::HostCall loader;
    capture::HostCall toDevice;
    capture::HostCall copyTo;
    capture::HostCall item;
    capture::HostCall localScalar;
    capture::HostCall waitStream;
    capture::HostCall synchronizeCall;
    capture::HostCall garbage;
    capture::HostCall graphLaunch;
    capture::HostCall enqueue;
    capture::HostCall dequeueWait;
    capture::HostCall node;
    capture::HostCall runtimeLaunch;
    capture::HostCall memcpy;
    capture::HostCall memcpyAsync;
    capture::HostCall memcpyToHost;
    capture::HostCall synchronize;
    capture::HostCall recordEvent;
    capture::HostCall waitEvent;
    capture::HostCall graphExecute;
    capture::HostCall compile;
    capture::HostCall mallocPhysical;
    capture::HostCall freePhysical;
    std::int64_t lossBytes; ///< a loss, or a row of scores
};

} // namespace tideline::collect::sim
