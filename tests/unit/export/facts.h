// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/common/collect_output.h"
#include "core/session/session.h"
#include "tests/unit/collect/recording_sink.h"

namespace tideline::test {

/// What can be said about a capture, one line a fact, sorted: of the simulator's records, or of an imported profile.
struct Facts {
    std::vector<std::string> kernels;     ///< rank, name, stream, start, length
    std::vector<std::string> kernelTypes; ///< rank, start, type, core, shapes, types, formats
    std::vector<std::string> kernelSteps; ///< rank, start, step
    std::vector<std::string> copies;      ///< rank, stream, start, length
    std::vector<std::string> collectives; ///< rank, name, start, length
    std::vector<std::string> parts;       ///< rank, name, start, length of what lies on planes
    std::vector<std::string> calls;       ///< rank, thread, name, start, length of the runtime's layers
    std::vector<std::string> operators;   ///< the same of the framework's
    std::vector<std::string> flows;       ///< rank, kind, from, to
    std::vector<std::string> eventFlows;  ///< rank, kind, to: those to event tasks, which databases alone have
    std::vector<std::string> transfers;   ///< rank, name, elapse, transit, wait, bytes
    std::vector<std::string> links;       ///< rank, name, source, target, bytes, time
    std::vector<std::string> memory;      ///< rank, component, time, sizes
    std::vector<std::string> allocations; ///< rank, name, times, sizes
    std::vector<std::string> steps;       ///< rank, step, start, end
    std::vector<std::string> stepTimes;   ///< rank, step, computing, communication, overlapped, not overlapped, free
    std::vector<std::string> runTimes;    ///< rank and the same but free, of all steps together
};

Facts factsOf(const std::vector<Recording>& run);
Facts factsOf(const Session& session);

/// "" if equal, else the counts and the first fact of each side that the other has not.
std::string difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual);

} // namespace tideline::test
