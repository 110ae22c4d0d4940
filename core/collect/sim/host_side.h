// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/collect/seeded.h"
#include "core/collect/sim/devices.h"
#include "core/collect/sim/host_calls.h"
#include "core/collect/sim/memory_side.h"

namespace tideline::collect::sim {

/// The host of one rank: Python thread, backward thread and dispatch thread. It runs ahead of the devices and
/// stops only where a real host blocks: a synchronous copy, a stream synchronisation.
class HostSide {
public:
    HostSide(const Workload& workload, const HostCalls& calls, RankContext& rank, Devices& devices);

    /// Runs the first step up to its first wait.
    void begin(std::uint32_t firstStep, std::uint32_t steps, Time at);
    /// Goes on after the wait that ended with this task.
    void resume(const Task& task, Time now);

    /// Begins the step after the one the host has left.
    void nextStep() { beginStep(); }

    std::uint32_t currentStep() const { return m_step; }
    bool finished() const { return m_stepsLeft == 0; }
    /// Tasks pushed for a step so far; complete once the host has left the step.
    std::uint32_t pushed() const { return m_pushed; }
    capture::StepRecord lastStep() const { return m_lastStep; }

private:
    struct Frame {
        const capture::HostCall* call = nullptr;
        std::uint64_t id = 0;
        Time start = 0;
    };
    struct Queued {
        Time at = 0; ///< end of Enqueue
        std::uint64_t correlation = 0;
        Frame from;
        std::uint32_t thread = 0;
    };

    void beginStep();
    void loadBatch();
    void copyInput();
    void runCompute();
    void runForward();
    void runBackward();
    void runOptimizer();
    void readLoss();
    void endStep();

    void runOperator(const OperatorPlan& plan, std::uint32_t thread, std::int64_t hostNs, capture::AutogradLink link);
    void reduceBucket(const Bucket& bucket, std::uint32_t thread, bool last);
    Queued enqueue(const Frame& from, std::uint32_t thread);
    void dispatchKernels(const Queued& queued, const OperatorPlan& plan);
    void dispatchReduce(const Queued& queued, const Bucket& bucket, bool last);
    void dispatchWait(const Queued& queued);
    Time syncCall(const capture::HostCall& call, Time at, TaskKind kind, std::uint32_t slot, std::uint64_t event);
    std::uint32_t blockingCopy(const capture::HostCall& call, std::int64_t bytes, capture::CopyKind kind, Waiter waiter,
                               const Frame& from);

    Frame open(const capture::HostCall& call);
    void close(const Frame& frame, std::uint32_t thread, std::uint64_t parent);
    void emit(const capture::HostCall& call, std::uint32_t thread, Time start, Time end, std::uint32_t connection,
              std::uint64_t correlation);
    void push(std::uint32_t slot, Task task);
    Time noisy(std::int64_t ns);

    const Workload& m_workload;
    const HostCalls& m_calls;
    RankContext& m_rank;
    MemorySide m_memory;
    Devices& m_devices;
    std::uint32_t m_main;
    std::uint32_t m_autograd;
    std::uint32_t m_dispatch;
    Time m_time = 0; ///< of the Python (or backward) thread
    Time m_dispatchTime = 0;
    std::uint32_t m_step = 0;
    std::uint32_t m_stepsLeft = 0;
    std::uint32_t m_pushed = 0;
    std::size_t m_position = 0; ///< in the memory plan of the step
    std::uint64_t m_nextId = 1;
    std::uint64_t m_nextCorrelation = 1;
    std::uint64_t m_nextEvent = 1;
    std::uint64_t m_lastEvent = 0; ///< end of the last bucket
    std::uint64_t m_noise = 0;
    std::uint32_t m_nextConnection = 1;
    std::uint32_t m_nextTask = 1;
    std::uint32_t m_nextCollective = 0;
    std::int64_t m_sequenceBase = 0;
    Frame m_stepFrame;
    std::uint64_t m_scope = 0; ///< operator around the current ones; 0 on the backward thread
    Frame m_outer;             ///< operator around a blocking call
    Frame m_inner;
    Time m_blockedAt = 0;
    std::uint32_t m_blockedConnection = 0;
    std::vector<Time> m_batchReady; ///< loader workers: when each slot's batch is there
    std::vector<Time> m_batchTaken;
    std::uint64_t m_batch = 0;
    capture::StepRecord m_lastStep;
};

} // namespace tideline::collect::sim
