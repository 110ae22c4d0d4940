// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/collect/sim/event_queue.h"
#include "core/collect/sim/sampler.h"
#include "core/collect/workload.h"

namespace tideline::collect::sim {

enum class TaskKind : std::uint8_t { Kernel, Copy, EventRecord, EventWait, Collective, Fence };

/// One entry of a device stream.
struct Task {
    TaskKind kind = TaskKind::Kernel;
    bool hostWaits = false; ///< the host goes on when this has ended
    bool pinned = false;
    bool marker = false; ///< a fence that both clocks see
    capture::CopyKind copyKind = capture::CopyKind::HostToDevice;
    const KernelPlan* kernel = nullptr;
    const CollectivePlan* collective = nullptr;
    std::uint32_t step = 0;
    std::uint32_t id = 0;       ///< task id of the rank
    Time readyAt = 0;           ///< host issue plus launch latency
    std::int64_t bytes = 0;     ///< of copies
    std::uint64_t event = 0;    ///< of EventRecord and EventWait
    std::uint64_t identity = 0; ///< of its random numbers
    std::uint32_t index = 0;    ///< of the group's collectives
    std::uint32_t channel = 0;  ///< direction of transfers between stages
    std::uint32_t perStep = 0;  ///< collectives of the group in a step so far; 0 for its first
    capture::Launch launch;
};

constexpr std::uint32_t kComputeStream = 2;

constexpr std::uint32_t streamId(std::uint32_t slot)
{
    return kComputeStream + slot;
}

constexpr std::array<std::string_view, kStreamSlots> kStreamNames = {"compute",
                                                                     "communication",
                                                                     "communication 2",
                                                                     "send to the next",
                                                                     "receive from the previous",
                                                                     "send to the previous",
                                                                     "receive from the next",
                                                                     "compute 2"};

/// What a fault does to a running kernel.
struct Slowdown {
    double clock = 1; ///< longer, since the cores run slower: counters count the same cycles
    double stall = 1; ///< longer, since the cores wait for memory
};

/// In-order streams of one device. Times of running work stretch when compute and communication overlap.
struct Stream {
    std::deque<Task> queue;
    bool busy = false;
    Time started = 0;
    Time updated = 0;
    Time lastEnd = 0;
    Time transitStart = 0;      ///< of the running collective
    std::int64_t linkNs = 0;    ///< likewise
    std::int64_t remaining = 0; ///< work units left
    std::int64_t rate = 0;      ///< work units per ns
    std::uint32_t version = 0;  ///< of the end event that counts
    Slowdown slowdown;          ///< of the running kernel
};

struct DeviceState {
    std::uint32_t rank = 0;
    std::array<Stream, kStreamSlots> streams;
    std::vector<std::uint64_t> doneEvents; ///< recorded and not yet awaited
    std::vector<std::uint32_t> moving;     ///< collectives under way
    std::uint32_t computing = 0;           ///< running kernels that slow transfers down
};

/// A collective of a group: it moves data from the last arrival to the common end.
struct Collective {
    struct Member {
        std::uint32_t rank = 0;
        std::uint32_t slot = 0;
    };

    std::uint64_t key = 0;
    std::vector<Member> members; ///< that have arrived
    Time transitStart = 0;
    Time updated = 0;
    std::int64_t remaining = 0;
    std::int64_t rate = 0;
    std::uint32_t version = 0;
    std::uint32_t computingMembers = 0;
    std::int64_t linkNs = 0; ///< of a link without trouble
};

} // namespace tideline::collect::sim
