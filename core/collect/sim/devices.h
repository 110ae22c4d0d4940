// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/collect/sim/device_side.h"
#include "core/collect/sim/rank_context.h"

namespace tideline::collect::sim {

/// Told when a task has ended; may push further tasks.
class TaskListener {
public:
    virtual ~TaskListener() = default;
    virtual void taskEnded(std::uint32_t rank, const Task& task, Time now) = 0;
};

/// The devices of all ranks and the links between them: a discrete-event simulation in whole ns.
class Devices {
public:
    Devices(const Workload& workload, std::vector<RankContext>& ranks, std::string linkName, TaskListener& listener);

    /// Appends a task to a stream (slot 0 compute, 1 communication); it starts no earlier than task.readyAt.
    void push(std::uint32_t rank, std::uint32_t slot, Task task);
    /// Handles the next event; false when there is none.
    bool step();
    Time now() const { return m_now; }
    /// Start of the oldest running task of the rank, or now.
    Time oldestRunning(std::uint32_t rank) const;

private:
    void tryStart(DeviceState& device, std::uint32_t slot);
    void start(DeviceState& device, std::uint32_t slot, const Task& task);
    void startKernel(DeviceState& device, Stream& stream, const Task& task);
    void startWork(DeviceState& device, std::uint32_t slot, std::int64_t ns, std::int64_t rate);
    void end(DeviceState& device, std::uint32_t slot);
    void emit(const DeviceState& device, const Stream& stream, const Task& task);
    void emitCollective(const DeviceState& device, const Stream& stream, const Task& task);
    void recordEvent(DeviceState& device, std::uint64_t event);
    bool takeEvent(DeviceState& device, std::uint64_t event);
    void computingChanged(bool started);
    void transferringChanged(DeviceState& device);
    void arrive(const DeviceState& device, const Task& task);
    void setTransitRate(Collective& collective);
    void endTransit(std::uint32_t index);
    Collective& collective(std::uint32_t index);

    const Workload& m_workload;
    std::vector<RankContext>& m_ranks;
    std::string m_linkName;
    TaskListener& m_listener;
    std::vector<DeviceState> m_devices;
    std::deque<Collective> m_collectives;
    std::uint32_t m_firstCollective = 0; ///< index of m_collectives.front()
    EventQueue m_events;
    Time m_now = 0;
};

} // namespace tideline::collect::sim
