// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/device_records.h"

#include <algorithm>

#include <fmt/format.h>

namespace tideline::collect::sim {

namespace {

constexpr std::uint64_t kGroupDigits = 1000;

/// The waiting and the 2 (n - 1) passes of a ring, one plane.
void appendTasks(capture::CommRecord& record, const RankContext& rank)
{
    const auto members = static_cast<std::uint32_t>(rank.info.groups[record.group].ranks.size());
    const std::uint32_t own = rank.info.groups[record.group].ownPosition;
    const std::uint32_t previous = (own + members - 1) % members;
    std::uint32_t number = record.index * 100;
    capture::CommTask wait{capture::CommTaskKind::NotifyWait,
                           0,
                           record.stream,
                           number,
                           record.startNs,
                           record.transitStartNs,
                           record.index,
                           previous,
                           own,
                           0,
                           "LOCAL",
                           "ON_CHIP"};
    record.tasks.push_back(wait);
    const std::int64_t passes = 2 * (std::int64_t{members} - 1);
    const std::int64_t length = record.endNs - record.transitStartNs;
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        const bool reduces = pass < passes / 2;
        capture::CommTask task{reduces ? capture::CommTaskKind::ReduceInline : capture::CommTaskKind::Memcpy,
                               0,
                               record.stream,
                               ++number,
                               record.transitStartNs + length * pass / passes,
                               record.transitStartNs + length * (pass + 1) / passes,
                               0,
                               own,
                               (own + 1) % members,
                               record.linkBytes / passes,
                               "SDMA",
                               record.link};
        record.tasks.push_back(std::move(task));
    }
}

} // namespace

void emitKernel(RankContext& rank, const DeviceSpec& device, const Task& task, const DeviceSpan& span)
{
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
    record.pipes = pipeCounters(*task.kernel, device, span.endNs - span.startNs);
    rank.sink->kernel(record);
    rank.sampler->add(span.startNs, span.endNs, record.hbmReadBytes, record.hbmWriteBytes, task.kernel->requestBytes);
}

void emitCopy(RankContext& rank, const Task& task, const DeviceSpan& span)
{
    const bool toDevice = task.copyKind == capture::CopyKind::HostToDevice;
    rank.sink->copy({task.copyKind, task.pinned, task.step, span.stream, task.id, span.startNs, span.endNs, task.bytes,
                     task.launch});
    rank.sampler->add(span.startNs, span.endNs, toDevice ? 0 : task.bytes, toDevice ? task.bytes : 0,
                      toDevice ? 0 : task.bytes);
}

void emitSync(RankContext& rank, const Task& task, const DeviceSpan& span)
{
    const capture::SyncKind kind =
        task.kind == TaskKind::EventRecord ? capture::SyncKind::EventRecord : capture::SyncKind::EventWait;
    rank.sink->sync({kind, task.step, span.stream, task.id, span.startNs, span.endNs, task.launch.connection});
}

void emitCommunication(RankContext& rank, const std::string& link, capture::DataType dtype, const Task& task,
                       const DeviceSpan& span, std::int64_t transitStartNs)
{
    const capture::ParallelGroup& group = rank.info.groups.front();
    const auto members = static_cast<std::int64_t>(group.ranks.size());
    capture::CommRecord record;
    record.operation = "allReduce";
    record.name =
        fmt::format("hcom_allReduce__{:03}_{}_1", capture::groupHash(group.name) % kGroupDigits, task.collective);
    record.index = task.collective;
    record.step = task.step;
    record.stream = span.stream;
    record.startNs = span.startNs;
    record.transitStartNs = std::max(span.startNs, transitStartNs);
    record.endNs = span.endNs;
    record.count = task.elements;
    record.dtype = dtype;
    record.algorithm = "RING";
    record.link = link;
    record.linkBytes = allReduceSentBytes(task.bytes, members);
    record.launch = task.launch;
    if (rank.info.level == capture::TraceLevel::Full)
        appendTasks(record, rank);
    rank.sink->communication(record);
}

} // namespace tideline::collect::sim
