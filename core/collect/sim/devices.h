// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <unordered_map>
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
    Devices(const Workload& workload, std::vector<RankContext>& ranks, TaskListener& listener);

    /// Appends a task to the stream of that slot; it starts no earlier than task.readyAt.
    void push(std::uint32_t rank, std::uint32_t slot, Task task);
    /// Handles the next event; false when there is none.
    bool step();
    Time now() const { return m_now; }
    /// Start of the oldest running task of the rank, or now.
    Time oldestRunning(std::uint32_t rank) const;

private:
    void tryStart(DeviceState& device, std::uint32_t slot);
    Time recordedUntil(std::uint32_t rank, const Stream& stream, const Task& task) const;
    void start(DeviceState& device, std::uint32_t slot, const Task& task);
    void startKernel(DeviceState& device, std::uint32_t slot, const Task& task);
    std::int64_t computeRate(const DeviceState& device) const;
    std::int64_t kernelLength(std::uint32_t rank, const Task& task, const Slowdown& slowdown) const;
    void startWork(DeviceState& device, std::uint32_t slot, std::int64_t ns, std::int64_t rate);
    void end(DeviceState& device, std::uint32_t slot);
    void emit(const DeviceState& device, std::uint32_t slot, const Task& task);
    void recordEvent(DeviceState& device, std::uint64_t event);
    static bool takeEvent(DeviceState& device, std::uint64_t event);
    bool slowsTransfers(const Task& task) const;
    void computingChanged(const DeviceState& device, bool started);
    void transferringChanged(DeviceState& device);
    void arrive(const DeviceState& device, std::uint32_t slot, const Task& task);
    void depart(Collective& shared, std::uint32_t id, const Task& task, const GroupPlan& group);
    std::int64_t transitLength(const Task& task, const GroupPlan& group, Collective& shared) const;
    void setTransitRate(Collective& collective, std::uint32_t id);
    void endTransit(std::uint32_t id);
    std::uint32_t collectiveOf(std::uint64_t key);

    const Workload& m_workload;
    std::vector<RankContext>& m_ranks;
    TaskListener& m_listener;
    std::vector<DeviceState> m_devices;
    std::vector<Collective> m_collectives; ///< slots that are used again
    std::vector<std::uint32_t> m_freeCollectives;
    std::unordered_map<std::uint64_t, std::uint32_t> m_collectiveOf; ///< by key: those not all have arrived at
    std::uint32_t m_transitVersion = 0;
    EventQueue m_events;
    Time m_now = 0;
};

} // namespace tideline::collect::sim
