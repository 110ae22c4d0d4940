// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>

#include "core/capture/records.h"
#include "core/collect/scenario.h"

namespace tideline::collect::sim {

/// The host calls every step shares; alive as long as the simulation.
struct HostCalls {
    explicit HostCalls(const Scenario& scenario, std::uint32_t firstStep, std::uint32_t steps);
    const capture::HostCall& step(std::uint32_t number) const { return steps[number - firstNumber]; }

    std::uint32_t firstNumber;
    std::deque<capture::HostCall> steps; ///< ProfilerStep#n
    capture::HostCall loader;
    capture::HostCall toDevice;
    capture::HostCall copyTo;
    capture::HostCall forward;
    capture::HostCall backward;
    capture::HostCall optimizer;
    capture::HostCall item;
    capture::HostCall localScalar;
    capture::HostCall reducer;
    capture::HostCall allReduce;
    capture::HostCall waitWork;
    capture::HostCall waitStream;
    capture::HostCall enqueue;
    capture::HostCall dequeueReduce;
    capture::HostCall dequeueWait;
    capture::HostCall node;
    capture::HostCall runtimeLaunch;
    capture::HostCall memcpy;
    capture::HostCall memcpyToHost;
    capture::HostCall synchronize;
    capture::HostCall recordEvent;
    capture::HostCall waitEvent;
    capture::HostCall hcom;
};

} // namespace tideline::collect::sim
