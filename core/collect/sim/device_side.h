// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/collect/sim/event_queue.h"
#include "core/collect/sim/sampler.h"
#include "core/collect/workload.h"

namespace tideline::collect::sim {

enum class TaskKind : std::uint8_t { Kernel, Copy, EventRecord, EventWait, Collective, Fence };
/// What the host waits for when a task ends.
enum class Waiter : std::uint8_t { None, InputCopied, StreamDrained, LossRead };

/// One entry of a device stream.
struct Task {
    TaskKind kind = TaskKind::Kernel;
    Waiter waiter = Waiter::None;
    bool pinned = false;
    capture::CopyKind copyKind = capture::CopyKind::HostToDevice;
    const KernelPlan* kernel = nullptr;
    std::uint32_t step = 0;
    std::uint32_t id = 0; ///< task id of the stream
    Time readyAt = 0;     ///< host issue plus launch latency
    std::int64_t bytes = 0;
    std::uint64_t event = 0;      ///< of EventRecord and EventWait
    std::uint32_t collective = 0; ///< index of the group's collectives
    std::int64_t elements = 0;
    capture::Launch launch;
};

constexpr std::uint32_t kComputeStream = 2;
constexpr std::uint32_t kCommunicationStream = 3;
constexpr std::size_t kStreamCount = 2; ///< slots: compute, communication

/// In-order streams of one device. Times of running work stretch when compute and communication overlap.
struct Stream {
    std::uint32_t id = 0;
    std::deque<Task> queue;
    bool busy = false;
    Time started = 0;
    Time updated = 0;
    std::int64_t remaining = 0; ///< work units left
    std::int64_t rate = 0;      ///< work units per ns
    std::uint32_t version = 0;  ///< of the end event that counts
};

struct DeviceState {
    std::uint32_t rank = 0;
    std::vector<Stream> streams;
    std::vector<std::uint64_t> doneEvents; ///< recorded and not yet awaited
    std::uint32_t computing = 0;           ///< running kernels
    std::uint32_t transferring = 0;        ///< collectives under way
    std::uint32_t kernelIndex = 0;         ///< of the seeded noise
};

/// A collective of all ranks: it moves data from the last arrival to the common end.
struct Collective {
    std::uint32_t index = 0;
    std::vector<Time> arrivals; ///< by rank; -1 = not there yet
    std::uint32_t missing = 0;
    Time transitStart = 0;
    Time updated = 0;
    std::int64_t remaining = 0;
    std::int64_t rate = 0;
    std::uint32_t version = 0;
    std::uint32_t computingMembers = 0;
    bool moving = false;
};

} // namespace tideline::collect::sim
