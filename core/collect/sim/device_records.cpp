// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/device_records.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/collect/sim/slowdown.h"

namespace tideline::collect::sim {

namespace {

constexpr std::uint64_t kGroupDigits = 1000;
constexpr std::int64_t kVictimShare = 4; // a quarter of the lines that miss push another one out

bool reduces(CollectiveOp op)
{
    return op == CollectiveOp::AllReduce || op == CollectiveOp::ReduceScatter;
}

std::int64_t passesOf(CollectiveOp op, std::int64_t members)
{
    switch (op) {
    case CollectiveOp::AllReduce: return 2 * (members - 1);
    case CollectiveOp::ReduceScatter:
    case CollectiveOp::AllGather:
    case CollectiveOp::AllToAll:
    case CollectiveOp::AllToAllV: return members - 1;
    case CollectiveOp::Broadcast:
    case CollectiveOp::Send: return 1;
    case CollectiveOp::Receive: return 0;
    }
    return 0;
}

constexpr std::int64_t kTransferUnitBytes = 512;

/// The waiting and the passes of a ring, one plane.
void appendTasks(capture::CommRecord& record, const RankContext& rank, CollectiveOp op)
{
    const capture::ParallelGroup& group = rank.info.groups[record.group];
    const auto members = static_cast<std::uint32_t>(group.ranks.size());
    const std::uint32_t own = group.ownPosition;
    const std::uint32_t previous = (own + members - 1) % members;
    std::uint32_t number = record.index * 100;
    record.tasks.push_back({capture::CommTaskKind::NotifyWait, 0, record.stream, number, record.startNs,
                            record.transitStartNs, record.index, previous, own, 0, "LOCAL", "ON_CHIP"});
    const std::int64_t passes = passesOf(op, members);
    const std::int64_t length = record.endNs - record.transitStartNs;
    // A padded buffer is cut at multiples of the transfer unit.
    const std::int64_t unit = record.linkBytes % kTransferUnitBytes == 0 ? kTransferUnitBytes : 1;
    const std::int64_t part = passes > 0 ? record.linkBytes / passes / unit * unit : 0;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        const std::int64_t bytes = pass + 1 < passes ? part : record.linkBytes - part * pass;
        const bool adds = reduces(op) && pass < static_cast<std::int64_t>(members) - 1;
        record.tasks.push_back({adds ? capture::CommTaskKind::ReduceInline : capture::CommTaskKind::Memcpy, 0,
                                record.stream, ++number, record.transitStartNs + length * pass / passes,
                                record.transitStartNs + length * (pass + 1) / passes, 0, own, (own + 1) % members,
                                bytes, record.link == "ROCE" ? "RDMA" : "SDMA", record.link});
    }
}

void emitL2(RankContext& rank, const Task& task, const DeviceSpan& span)
{
    capture::L2Record record;
    record.info = &task.kernel->info;
    record.step = task.step;
    record.stream = span.stream;
    record.task = task.id;
    record.startNs = span.startNs;
    record.requestBytes = task.kernel->requestBytes;
    record.hitBytes = task.kernel->hitBytes;
    record.victimBytes = (task.kernel->requestBytes - task.kernel->hitBytes) / kVictimShare;
    rank.sink->l2(record);
}

/// Of a kernel on slow cores: the same cycles in more time. Of one that waits: its load pipe is busy meanwhile.
capture::PipeCounters countersOf(const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs,
                                 const Slowdown& slowdown)
{
    constexpr double kWaiting = 0.94;
    const auto usual = static_cast<std::int64_t>(static_cast<double>(durationNs) / slowdown.clock);
    capture::PipeCounters out = pipeCounters(kernel, device, usual);
    out.cubeTimeUs *= slowdown.clock;
    out.vectorTimeUs *= slowdown.clock;
    if (slowdown.stall > 1)
        out.cubeMte2 = std::max(out.cubeMte2, kWaiting * (1.0 - 0.5 / slowdown.stall));
    return out;
}

} // namespace

void emitKernel(RankContext& rank, const DeviceSpec& device, const Task& task, const DeviceSpan& span,
                const Slowdown& slowdown)
{
    rank.sampler->add(
        span.startNs, span.endNs,
        {task.kernel->readBytes, task.kernel->writeBytes, task.kernel->requestBytes, task.kernel->hitBytes});
    if (!rank.records(task.step) || !rank.info.tasks)
        return;
    if (!rank.wants(task.kernel->info.type)) {
        rank.count(task.kernel->info, span.endNs - span.startNs);
        return;
    }
    capture::KernelRecord record;
    record.info = &task.kernel->info;
    record.step = task.step;
    record.stream = span.stream;
    record.task = task.id;
    record.startNs = span.startNs;
    record.endNs = span.endNs;
    record.launch = task.launch;
    record.hbmReadBytes = task.kernel->readBytes;
    record.hbmWriteBytes = task.kernel->writeBytes;
    record.counted = rank.info.aiCore && rank.info.taskLevel != capture::TraceLevel::Kernels;
    if (record.counted) {
        record.pipes = countersOf(*task.kernel, device, span.endNs - span.startNs, slowdown);
        if (rank.info.pmuGroup != capture::PmuGroup::PipeUtilization)
            record.pmu = pmuCounters(rank.info.pmuGroup, *task.kernel, device, record.pipes);
    }
    rank.sink->kernel(record);
    if (rank.info.l2Cache)
        emitL2(rank, task, span);
}

void emitCopy(RankContext& rank, const Task& task, const DeviceSpan& span)
{
    const bool toDevice = task.copyKind == capture::CopyKind::HostToDevice;
    const std::int64_t read = toDevice ? 0 : task.bytes;
    rank.sampler->add(span.startNs, span.endNs, {read, toDevice ? task.bytes : 0, read, 0});
    if (rank.records(task.step) && rank.info.tasks)
        rank.sink->copy({task.copyKind, task.pinned, task.step, span.stream, task.id, span.startNs, span.endNs,
                         task.bytes, task.launch});
}

void emitSync(RankContext& rank, const Task& task, const DeviceSpan& span)
{
    if (!rank.records(task.step) || !rank.info.tasks)
        return;
    const capture::SyncKind kind =
        task.kind == TaskKind::EventRecord ? capture::SyncKind::EventRecord : capture::SyncKind::EventWait;
    rank.sink->sync({kind, task.step, span.stream, task.id, span.startNs, span.endNs, task.launch.connection});
}

void emitCommunication(RankContext& rank, const Workload& workload, const Task& task, const DeviceSpan& span,
                       const Transit& transit)
{
    if (!rank.records(task.step) || !rank.info.communication)
        return;
    const CollectivePlan& plan = *task.collective;
    const std::string_view operation = collectiveName(plan.op);
    capture::CommRecord record;
    record.group = rank.groupIndex[static_cast<std::size_t>(plan.group)];
    const capture::ParallelGroup& group = rank.info.groups[record.group];
    const auto members = static_cast<std::int64_t>(group.ranks.size());
    record.index = 2 * task.index + task.channel;
    if (plan.group != GroupKind::Previous && plan.group != GroupKind::Next)
        record.index = task.index;
    record.operation = operation;
    record.name =
        fmt::format("hcom_{}__{:03}_{}_1", operation, capture::groupHash(group.name) % kGroupDigits, record.index);
    record.step = task.step;
    record.stream = span.stream;
    record.startNs = span.startNs;
    record.transitStartNs = std::max(span.startNs, transit.startNs);
    record.endNs = span.endNs;
    record.linkNs = transit.linkNs;
    record.count = plan.elements;
    record.dtype = plan.dtype;
    const GroupPlan& planned = *workload.parallel.group(rank.info.rank, plan.group);
    record.algorithm = planned.spansHosts && planned.perHost > 1 ? "MESH-RING" : "RING";
    record.link = planned.link;
    record.linkBytes = collectiveSentBytes(plan.op, plan.bytes(), members);
    if (const auto slow = slowPeerOf(workload, rank.info.rank, planned, transit.linkNs)) {
        record.slowPeer = slow->place;
        record.slowLinkNs = slow->linkNs;
    }
    record.launch = task.launch;
    if (rank.info.communicationLevel == capture::TraceLevel::Full)
        appendTasks(record, rank, plan.op);
    rank.sink->communication(record);
}

} // namespace tideline::collect::sim
