// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/collect/sim/devices.h"
#include "core/collect/sim/host_calls.h"
#include "core/collect/sim/memory_side.h"

namespace tideline::collect::sim {

/// The host of one rank: Python thread, backward thread and dispatch thread run the program of its role. It runs ahead
/// of the devices and stops only where a real host blocks: a synchronous copy, a stream synchronisation.
class HostSide {
public:
    HostSide(const Workload& workload, const HostCalls& calls, RankContext& rank, Devices& devices);

    /// Runs the first step up to its first wait.
    void begin(std::uint32_t firstStep, std::uint32_t steps, Time at);
    /// Goes on after the task it waited for.
    void resume(const Task& task, Time now);
    /// Begins the step after the one the host has left.
    void nextStep() { beginStep(); }

    std::uint32_t currentStep() const { return m_step; }
    bool finished() const { return m_stepsLeft == 0; }
    Time time() const { return m_time; }
    /// Tasks pushed for a step so far; complete once the host has left the step.
    std::uint32_t pushed() const { return m_pushed; }
    capture::StepRecord lastStep() const { return m_lastStep; }
    std::int64_t lastLength() const { return m_lastLength; } ///< of that step, in simulated time

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
    /// What the host does when the awaited task has ended.
    enum class Blocked : std::uint8_t { No, InputCopied, StreamDrained, LossRead, Synchronised, Copied, Launched };

    void beginStep();
    void run();
    void endStep();
    void execute(const Instruction& instruction);

    void openScope(const Instruction& instruction);
    void closeScope();
    void loadBatch();
    void copyInput();
    void readLoss();
    void synchronise();
    void blockingCopy(std::int64_t bytes);
    void pause(std::int64_t ns);
    void compile(std::int64_t ns);
    void driverCalls(const Instruction& instruction);
    void beginGraph();
    void runOperator(const Instruction& instruction);
    void runInGraph(const OperatorPlan& plan);
    void closeOperator(const Instruction& instruction, const Frame& outer, std::uint32_t thread);
    void runCollective(const Instruction& instruction);
    void runWait(const Instruction& instruction);

    void returned(Blocked from, Time now);
    Queued enqueue(const Frame& from, std::uint32_t thread);
    void dispatchKernels(const Queued& queued, const OperatorPlan& plan);
    Time launchKernel(const Queued& queued, const KernelPlan& kernel, std::uint32_t slot, Time at);
    void dispatchCollective(const Queued& queued, const Instruction& instruction);
    void dispatchWait(const Queued& queued, std::uint32_t slot);
    Time syncCall(const capture::HostCall& call, Time at, TaskKind kind, std::uint32_t slot, std::uint64_t event);
    void copyAndBlock(std::int64_t bytes, capture::CopyKind kind, bool pinned, const Frame& from, Blocked blocked);
    void fence(Blocked blocked);

    std::uint32_t threadOf(const Instruction& instruction) const
    {
        return instruction.thread == ProgramThread::Backward ? m_autograd : m_main;
    }
    std::uint64_t scope(const Instruction& instruction) const
    {
        // The backward thread's operators stand alone.
        return instruction.thread == ProgramThread::Backward || m_scopes.empty() ? 0 : m_scopes.back().id;
    }
    capture::Launch launchOf(const Queued& queued, Time at);
    bool recording() const { return m_rank.records(m_step); }
    std::int64_t read(Time at) const { return m_rank.clocks.host.read(at); }
    Frame open(const capture::HostCall& call);
    void close(const Frame& frame, std::uint32_t thread, std::uint64_t parent);
    void emit(const capture::HostCall& call, std::uint32_t thread, Time start, Time end, std::uint32_t connection,
              std::uint64_t correlation);
    void push(std::uint32_t slot, Task task);
    void mark(Time at);
    Time noisy(std::int64_t ns);
    Time dispatching(std::int64_t ns); ///< noisy, and what faults and profiling make of it

    const Workload& m_workload;
    const RolePlan& m_role;
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
    std::size_t m_next = 0; ///< instruction
    std::uint64_t m_identity = 0;
    std::uint32_t m_draws = 0; ///< of random numbers in this instruction
    std::uint32_t m_pushed = 0;
    std::size_t m_position = 0; ///< in the memory plan of the step
    std::uint64_t m_nextId = 1;
    std::uint64_t m_nextCorrelation = 1;
    std::uint64_t m_nextEvent = 1;
    std::uint32_t m_nextConnection = 1;
    std::uint32_t m_nextTask = 1;
    std::array<std::array<std::uint32_t, 2>, kGroupKinds> m_nextCollective{};  ///< by group kind and direction
    std::array<std::array<std::uint32_t, 2>, kGroupKinds> m_firstCollective{}; ///< of this step
    std::array<std::uint64_t, kStreamSlots> m_slotEvents{};                    ///< recorded and to be awaited; 0 = none
    std::uint64_t m_sideEvent = 0;
    std::int64_t m_sequenceBase = 0;
    std::int64_t m_sequencesPerMicro = 0;
    bool m_inGraph = false;
    Time m_graphReady = 0;
    Frame m_stepFrame;
    std::vector<Frame> m_scopes;
    Frame m_outer; ///< operator around a blocking call
    Frame m_inner;
    Blocked m_blocked = Blocked::No;
    Time m_blockedAt = 0;
    std::int64_t m_late = 0; ///< a synchronising call returns that much later than it could
    std::uint32_t m_blockedConnection = 0;
    std::vector<Time> m_batchReady; ///< loader workers: when each slot's batch is there
    std::vector<Time> m_batchTaken;
    std::uint64_t m_batch = 0;
    Time m_nextMark = 0;
    capture::StepRecord m_lastStep;
    std::int64_t m_lastLength = 0;
};

} // namespace tideline::collect::sim
