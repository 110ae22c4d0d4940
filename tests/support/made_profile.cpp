// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/made_profile.h"

#include <array>

#include "tests/support/trace_from.h"

namespace tideline::test {

MadeProfile& MadeProfile::addRank(std::int64_t number)
{
    RankInfo info;
    info.rank = number;
    m_rank = m_builder.addRank(info);
    return *this;
}

std::shared_ptr<const Trace> MadeProfile::frozen(TraceBuilder&& builder)
{
    return test::frozen(std::move(builder));
}

TrackId MadeProfile::track(const char* pid, const char* tid, ProcessRole role, TrackKind kind)
{
    m_builder.process(m_builder.process(m_rank, pid)).role = role;
    return m_builder.track(m_rank, pid, tid, kind);
}

void MadeProfile::slice(TrackId track, const std::string& name, std::int64_t start, std::int64_t length,
                        const std::string& category, const std::string& taskType)
{
    SliceRow row;
    row.start = Instant{start};
    row.duration = Duration{length};
    row.name = m_builder.intern(name);
    row.category = m_builder.intern(category);
    row.taskType = m_builder.intern(taskType);
    row.ref = SourceRef(0, m_order++);
    m_builder.addSlice(track, row);
}

void MadeProfile::link(std::int64_t launch, TrackId to, std::int64_t start)
{
    FlowPoint from;
    from.keyHigh = 1;
    from.keyLow = m_order++;
    from.time = Instant{launch};
    from.ref = SourceRef(0, m_order++);
    from.track = track("cann", "1", ProcessRole::Cann, TrackKind::HostThread);
    from.category = m_builder.intern("HostToDevice");
    FlowPoint until = from;
    until.time = Instant{start};
    until.ref = SourceRef(0, m_order++);
    until.track = to;
    until.phase = FlowPhase::End;
    m_builder.addFlowPoints(m_rank, {from, until});
}

MadeProfile& MadeProfile::kernel(const MadeKernel& kernel)
{
    KernelRow row;
    row.rank = m_rank;
    row.start = Instant{kernel.start};
    row.duration = Duration{kernel.length};
    row.wait = Duration{kernel.wait};
    row.name = m_builder.intern(kernel.name);
    row.type = m_builder.intern(kernel.type);
    row.core = m_builder.intern(kernel.core);
    row.opState = m_builder.intern(kernel.opState);
    row.inputShapes = m_builder.intern(kernel.shapes);
    row.inputTypes = m_builder.intern(kernel.types);
    row.outputShapes = m_builder.intern(kernel.outputs);
    row.outputTypes = m_builder.intern(kernel.outputTypes);
    row.stream = 2;
    row.task = kernel.task;
    row.ref = SourceRef(0, m_order++);
    for (const auto& [name, value] : kernel.metrics) {
        const std::size_t index = m_builder.kernelMetric(name);
        if (row.metrics.size() <= index)
            row.metrics.resize(index + 1, kNoNumber);
        row.metrics[index] = value;
    }
    m_builder.addKernel(row);
    const TrackId stream = track("device", "2", ProcessRole::Device, TrackKind::Stream);
    slice(stream, kernel.name, kernel.start, kernel.length, {}, kernel.core);
    if (kernel.launch >= 0)
        link(kernel.launch, stream, kernel.start);
    return *this;
}

MadeProfile& MadeProfile::collective(const std::string& name, std::int64_t start, std::int64_t length,
                                     std::int64_t launch)
{
    const TrackId group = track("hccl", "0", ProcessRole::Communication, TrackKind::CommGroup);
    slice(group, name, start, length);
    if (launch >= 0)
        link(launch, group, start);
    return *this;
}

MadeProfile& MadeProfile::host(const std::string& name, std::int64_t start, std::int64_t length,
                               const std::string& category)
{
    slice(track("python", "1", ProcessRole::Host, TrackKind::HostThread), name, start, length, category);
    return *this;
}

MadeProfile& MadeProfile::api(const std::string& name, std::int64_t start, std::int64_t length)
{
    slice(track("cann", "1", ProcessRole::Cann, TrackKind::HostThread), name, start, length);
    return *this;
}

MadeProfile& MadeProfile::task(const std::string& name, std::int64_t start, std::int64_t length)
{
    slice(track("device", "3", ProcessRole::Device, TrackKind::Stream), name, start, length, {}, "SDMA_SQE");
    return *this;
}

MadeProfile& MadeProfile::step(std::int64_t id, std::int64_t start, std::int64_t end)
{
    m_builder.addStep({m_rank, id, {Instant{start}, Instant{end}}, StepSource::Marked});
    return *this;
}

MadeProfile& MadeProfile::operation(const std::string& name, std::int64_t start, std::int64_t elapse,
                                    std::int64_t transit, double sdmaBytes)
{
    return operation({.name = name, .start = start, .elapse = elapse, .transit = transit, .bytes = sdmaBytes});
}

MadeProfile& MadeProfile::operation(const MadeOperation& operation)
{
    CommRecord record;
    record.rank = m_rank;
    record.name = m_builder.intern(operation.name);
    record.start = Instant{operation.start};
    record.elapse = Duration{operation.elapse};
    record.transit = Duration{operation.transit};
    CommTransport transport;
    transport.transport = m_builder.intern(operation.transport);
    transport.sizeBytes = operation.bytes;
    transport.bytesPerSecond = operation.bytesPerSecond;
    const std::array transports{transport};
    m_builder.addCommunication(record, transports);
    return *this;
}

MadeProfile& MadeProfile::part(const std::string& name, std::int64_t start, std::int64_t length)
{
    slice(track("hccl", "1", ProcessRole::Communication, TrackKind::CommPlane), name, start, length);
    return *this;
}

MadeProfile& MadeProfile::link(const std::string& kind, std::int32_t source, std::int32_t target, double bytes,
                               std::int64_t time, const std::string& transport)
{
    LinkRecord record;
    record.rank = m_rank;
    record.name = m_builder.intern(kind + "-total@1");
    record.group = m_builder.intern("1");
    record.source = source;
    record.target = target;
    record.transport = m_builder.intern(transport);
    record.sizeBytes = bytes;
    record.time = Duration{time};
    record.total = true;
    m_builder.addLink(record);
    return *this;
}

MadeProfile& MadeProfile::cacheHits(std::initializer_list<std::pair<std::int64_t, double>> ratioOfTask)
{
    std::vector<ExtraColumn> columns{{"Stream Id", {}}, {"Task Id", {}}, {"Hit Rate", {}}};
    for (const auto& [task, ratio] : ratioOfTask) {
        columns[0].cells.push_back(m_builder.intern("2"));
        columns[1].cells.push_back(m_builder.intern(std::to_string(task)));
        columns[2].cells.push_back(m_builder.intern(std::to_string(ratio)));
    }
    m_builder.addExtraTable(m_rank, "l2_cache", std::move(columns));
    return *this;
}

MadeProfile& MadeProfile::memory(std::int64_t time, std::int64_t allocated, std::int64_t reserved)
{
    MemoryRecord record;
    record.rank = m_rank;
    record.component = m_builder.intern("PTA");
    record.time = Instant{time};
    record.allocated = allocated;
    record.reserved = reserved;
    m_builder.addMemory(record);
    return *this;
}

MadeProfile& MadeProfile::allocation(const std::string& name, std::int64_t from, std::int64_t until, std::int64_t bytes)
{
    AllocationRecord record;
    record.rank = m_rank;
    record.name = m_builder.intern(name);
    record.size = bytes;
    record.allocated = Instant{from};
    record.released = Instant{until};
    m_builder.addAllocation(record);
    return *this;
}

MadeProfile& MadeProfile::counter(const std::string& name, const std::string& unit,
                                  std::initializer_list<std::pair<std::int64_t, double>> samples)
{
    const CounterId id = m_builder.counter(m_rank, "hbm", name, "value");
    m_builder.counter(id).unit = unit;
    for (const auto& [time, value] : samples) {
        SampleRow row;
        row.time = Instant{time};
        row.value = value;
        row.ref = SourceRef(0, m_order++);
        m_builder.addSample(id, row);
    }
    return *this;
}

} // namespace tideline::test
