// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"
#include "core/export/torch_npu/trace_view.h"

// The layers of TraceView below the host: device tasks, communication, counters, and the arrows to them.
namespace tideline::torch_npu {

namespace {

constexpr double kBinaryMega = 1048576.0;
constexpr std::uint64_t kNone32 = 4'294'967'295;

const char* hardwareType(capture::CoreType core)
{
    switch (core) {
    case capture::CoreType::AiCore:
    case capture::CoreType::AiVectorCore: return "AI_CORE";
    case capture::CoreType::MixAic: return "MIX_AIC";
    case capture::CoreType::MixAiv: return "MIX_AIV";
    case capture::CoreType::AiCpu: return "AI_CPU";
    case capture::CoreType::Dsa: return "DSA_SQE";
    }
    return "AI_CORE";
}

} // namespace

std::string computeFlowId(std::uint32_t stream, std::uint32_t task)
{
    // The value does not fit 64 bits: long division by ten.
    // A task number has 16 bits; what goes beyond is the number of the batch.
    std::uint64_t low = 0xFFFFFFFFULL | (std::uint64_t{task >> 16U} << 32U) | (std::uint64_t{task & 0xFFFFU} << 48U);
    std::uint64_t high = stream;
    std::string digits;
    while (high != 0 || low != 0) {
        // (high * 2^64 + low) / 10, one 32-bit digit at a time
        const std::uint64_t parts[4] = {high >> 32U, high & kNone32, low >> 32U, low & kNone32};
        std::uint64_t quotient[4];
        std::uint64_t rest = 0;
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t value = (rest << 32U) | parts[i];
            quotient[i] = value / 10;
            rest = value % 10;
        }
        digits += static_cast<char>('0' + rest);
        high = (quotient[0] << 32U) | quotient[1];
        low = (quotient[2] << 32U) | quotient[3];
    }
    return {digits.rbegin(), digits.rend()};
}

void TraceView::add(const capture::KernelRecord& record)
{
    const std::int64_t start = m_rank.clock.wallOfDevice(record.startNs);
    deviceTask(record.info->name, hardwareType(record.info->core), record.stream, record.task, start,
               record.endNs - record.startNs, record.launch.connection);
    launchFlows(record.launch, computeFlowId(record.stream, record.task), pidOf(Layer::Hardware), record.stream, start);
}

void TraceView::add(const capture::CopyRecord& record)
{
    const std::int64_t start = m_rank.clock.wallOfDevice(record.startNs);
    const bool onDevice = record.kind == capture::CopyKind::DeviceToDevice;
    deviceTask("MEMCPY_ASYNC", onDevice ? "SDMA_SQE" : "PCIE_DMA_SQE", record.stream, record.task, start,
               record.endNs - record.startNs, record.launch.connection);
    launchFlows(record.launch, std::to_string(record.launch.connection), pidOf(Layer::Hardware), record.stream, start);
}

void TraceView::add(const capture::SyncRecord& record)
{
    const bool records = record.kind == capture::SyncKind::EventRecord;
    deviceTask(records ? "EVENT_RECORD" : "EVENT_WAIT", records ? "EVENT_RECORD_SQE" : "EVENT_WAIT_SQE", record.stream,
               record.task, m_rank.clock.wallOfDevice(record.startNs), record.endNs - record.startNs,
               record.connection);
}

void TraceView::add(const capture::CommRecord& record)
{
    const std::uint32_t pid = pidOf(Layer::Hccl);
    const std::uint32_t thread = record.group * kThreadsPerGroup;
    const std::int64_t start = m_rank.clock.wallOfDevice(record.startNs);
    event(
        FMT_COMPILE(
            "{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": {{\"connection_id\": {}, "
            "\"model id\": 4294967295, \"data_type\": \"{}\", \"alg_type\": \"{}\", \"count\": {}}}, \"ph\": \"X\"}}"),
        JsonText{record.name}, pid, thread, Micros{start}, MicrosNumber{record.endNs - record.startNs},
        record.launch.connection, capture::collectiveName(record.dtype), record.algorithm, record.count);
    launchFlows(record.launch, std::to_string((std::uint64_t{record.launch.connection} << 32U) - 1), pid, thread,
                start);
    for (const capture::CommTask& task : record.tasks)
        planeTask(task, thread + 1 + task.plane);
}

void TraceView::planeTask(const capture::CommTask& task, std::uint32_t thread)
{
    m_planes.emplace(thread, task.plane);
    const MicrosNumber length{task.endNs - task.startNs};
    const double rate = length.ns > 0 ? static_cast<double>(task.bytes) / static_cast<double>(length.ns) : 0.0;
    event(FMT_COMPILE(
              "{{\"name\": \"{0}\", \"pid\": {1}, \"tid\": {2}, \"ts\": \"{3}\", \"dur\": {4}, \"args\": "
              "{{\"notify_id\": "
              "\"{5}\", \"duration estimated(us)\": {4}, \"stream id\": {6}, \"task id\": {7}, \"context id\": 0, "
              "\"task type\": \"{0}\", \"src rank\": {8}, \"dst rank\": {9}, \"transport type\": \"{10}\", "
              "\"size(Byte)\": {11}, \"data type\": \"INVALID_TYPE\", \"link type\": \"{12}\", \"bandwidth(GB/s)\": "
              "{13}, "
              "\"model id\": 4294967295}}, \"ph\": \"X\"}}"),
          taskName(task.kind), pidOf(Layer::Hccl), thread, Micros{m_rank.clock.wallOfDevice(task.startNs)}, length,
          task.notify, task.stream, task.task, task.sourceRank, task.targetRank, task.transport, task.bytes, task.link,
          decimal(rate, 6));
}

void TraceView::add(const capture::CounterRecord& record)
{
    const std::int64_t at = m_rank.clock.wallOfDevice(record.atNs);
    const std::string mega = decimal(record.value / kBinaryMega, 6);
    const std::string kilo = decimal(record.value / 1024.0, 3);
    switch (record.kind) {
    case capture::CounterKind::CoreFrequency:
        return counter(Layer::Frequency, "AI Core Freq", at, "MHz", fmt::format("{:.0f}", record.value));
    case capture::CounterKind::HbmRead:
        return counter(Layer::Hbm, fmt::format("HBM {}/Read", record.unit), at, "Read(MB/s)", mega);
    case capture::CounterKind::HbmWrite:
        return counter(Layer::Hbm, fmt::format("HBM {}/Write", record.unit), at, "Write(MB/s)", mega);
    case capture::CounterKind::L2ReadThroughput:
        return counter(Layer::Llc, fmt::format("LLC {} Read/Throughput", record.unit), at, "Throughput(MB/s)", mega);
    case capture::CounterKind::L2ReadHitRate:
        return counter(Layer::Llc, fmt::format("LLC {} Read/Hit Rate", record.unit), at, "Hit Rate(%)",
                       decimal(record.value, 6));
    case capture::CounterKind::ProcessMemory:
        counter(Layer::Memory, "APP/DDR", at, "KB", "0.0");
        counter(Layer::Memory, "APP/HBM", at, "KB", kilo);
        return counter(Layer::Memory, "APP/Memory", at, "KB", kilo);
    case capture::CounterKind::DeviceMemory:
        counter(Layer::Memory, "Device/DDR", at, "KB", "0.0");
        counter(Layer::Memory, "Device/HBM", at, "KB", kilo);
        return counter(Layer::Memory, "Device/Memory", at, "KB", kilo);
    }
}

void TraceView::add(const capture::SyncMarkerRecord& record)
{
    const Micros start{m_rank.clock.wallOfHost(record.hostStartNs)};
    const Micros seen{m_rank.clock.wallOfDevice(record.deviceNs)};
    m_frameworkThreads.insert(record.thread);
    event(
        FMT_COMPILE(
            "{{\"ph\": \"X\", \"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"cat\": \"mstx\", "
            "\"args\": {{\"connection_id\": {}}}}}"),
        JsonText{record.name}, m_rank.pid, record.thread, start, MicrosNumber{record.hostEndNs - record.hostStartNs},
        record.connection);
    deviceTask(record.name, "MSTX", record.stream, 0, m_rank.clock.wallOfDevice(record.deviceNs), 0, record.connection);
    event(FMT_COMPILE(
              "{{\"ph\": \"s\", \"name\": \"MsTx{0}\", \"cat\": \"MsTx\", \"id\": \"{0}\", \"pid\": {1}, \"tid\": {2}, "
              "\"ts\": "
              "\"{3}\"}}"),
          record.connection, m_rank.pid, record.thread, start);
    event(FMT_COMPILE(
              "{{\"ph\": \"f\", \"name\": \"MsTx{0}\", \"cat\": \"MsTx\", \"id\": \"{0}\", \"pid\": {1}, \"tid\": {2}, "
              "\"ts\": "
              "\"{3}\", \"bp\": \"e\"}}"),
          record.connection, pidOf(Layer::Hardware), record.stream, seen);
}

void TraceView::addOverlap(const std::vector<TimeRange>& computing, const std::vector<TimeRange>& communication)
{
    std::vector<TimeRange> both = computing;
    both.insert(both.end(), communication.begin(), communication.end());
    both = unionOf(std::move(both));
    if (both.empty())
        return;
    lane(0, "Computing", computing);
    lane(1, "Communication", communication);
    lane(2, "Communication(Not Overlapped)", without(communication, computing));
    const Instant from = m_anyBusy ? std::min(m_lastBusy, both.front().start) : both.front().start;
    lane(3, "Free", without({{from, both.back().end}}, both));
    m_lastBusy = std::max(m_lastBusy, both.back().end);
    m_anyBusy = true;
}

void TraceView::deviceTask(std::string_view name, const char* type, std::uint32_t stream, std::uint32_t task,
                           std::int64_t start, std::int64_t length, std::uint32_t connection)
{
    event(FMT_COMPILE(
              "{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": {{\"Model Id\": "
              "4294967295, "
              "\"Task Type\": \"{}\", \"Physic Stream Id\": {}, \"Task Id\": {}, \"Batch Id\": 0, \"Subtask Id\": "
              "4294967295, "
              "\"connection_id\": {}}}, \"ph\": \"X\"}}"),
          JsonText{name}, pidOf(Layer::Hardware), stream, Micros{start}, MicrosNumber{length}, type, stream, task,
          connection != 0 ? std::uint64_t{connection} : kNone32);
}

void TraceView::launchFlows(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                            std::uint32_t thread, std::int64_t start)
{
    if (launch.connection != 0)
        hostToDeviceFlow(launch, hostToDevice, pid, thread, start);
    if (!m_style.framework || launch.operatorId == 0)
        return;
    event(
        FMT_COMPILE(
            "{{\"ph\": \"s\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": "
            "\"{}\", \"cat\": \"async_npu\"}}"),
        start, m_rank.pid, launch.operatorThread, Micros{m_rank.clock.wallOfHost(launch.operatorStartNs)});
    event(
        FMT_COMPILE(
            "{{\"ph\": \"f\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": "
            "\"{}\", \"cat\": \"async_npu\"}}"),
        start, pid, thread, Micros{start});
}

void TraceView::hostToDeviceFlow(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                                 std::uint32_t thread, std::int64_t start)
{
    m_apiThreads.insert(launch.apiThread);
    event(
        FMT_COMPILE(
            "{{\"name\": \"HostToDevice{0}\", \"ph\": \"s\", \"cat\": \"HostToDevice\", \"id\": \"{0}\", \"pid\": {1}, "
            "\"tid\": {2}, \"ts\": \"{3}\"}}"),
        hostToDevice, pidOf(Layer::Cann), launch.apiThread, Micros{m_rank.clock.wallOfHost(launch.apiNs)});
    event(FMT_COMPILE("{{\"name\": \"HostToDevice{0}\", \"ph\": \"f\", \"id\": \"{0}\", \"ts\": \"{3}\", \"cat\": "
                      "\"HostToDevice\", \"pid\": {1}, \"tid\": {2}, \"bp\": \"e\"}}"),
          hostToDevice, pid, thread, Micros{start});
}

void TraceView::counter(Layer layer, std::string_view name, std::int64_t at, const char* series,
                        const std::string& value)
{
    event(FMT_COMPILE(
              "{{\"name\": \"{}\", \"ts\": \"{}\", \"pid\": {}, \"tid\": 0, \"args\": {{\"{}\": {}}}, \"ph\": \"C\"}}"),
          name, Micros{at}, pidOf(layer), series, value);
}

void TraceView::lane(std::uint32_t thread, const char* name, const std::vector<TimeRange>& ranges)
{
    for (const TimeRange& range : ranges)
        event(FMT_COMPILE("{{\"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"ph\": \"X\"}}"),
              name, pidOf(Layer::Overlap), thread, Micros{range.start.ns}, MicrosNumber{range.length().ns});
}

} // namespace tideline::torch_npu
