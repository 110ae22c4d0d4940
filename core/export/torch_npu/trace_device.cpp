// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/line_text.h"
#include "core/export/torch_npu/step_times.h"
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
    // The value does not fit 64 bits: long division of three digits of 32 bits, nine decimals at a time.
    // A task number has 16 bits; what goes beyond is the number of the batch.
    constexpr std::uint64_t kNineDigits = 1'000'000'000;
    std::array<std::uint64_t, 3> parts = {stream, std::uint64_t{task >> 16U} | (std::uint64_t{task & 0xFFFFU} << 16U),
                                          kNone32};
    std::array<std::uint64_t, 4> nines{};
    std::size_t count = 0;
    do {
        std::uint64_t rest = 0;
        for (std::uint64_t& part : parts) {
            const std::uint64_t value = (rest << 32U) | part;
            part = value / kNineDigits;
            rest = value % kNineDigits;
        }
        nines[count++] = rest;
    } while (parts[0] != 0 || parts[1] != 0 || parts[2] != 0);
    char digits[4 * kMostDigits];
    char* end = storeDigits(digits, nines[count - 1]);
    for (std::size_t i = count - 1; i > 0; --i) {
        char block[kMostDigits];
        storeDigits(block, nines[i - 1] + kNineDigits); // with a one before it, so that zeros stay
        std::memcpy(end, block + 1, 9);
        end += 9;
    }
    return {digits, end};
}

void TraceView::add(const capture::KernelRecord& record)
{
    const std::int64_t start = m_rank.clock.wallOfDevice(record.startNs);
    deviceTask(record.info->name, hardwareType(record.info->core), record.stream, record.task, start,
               record.endNs - record.startNs, record.launch.connection);
    launchFlows(record.launch, computeFlowId(record.stream, record.task), pidOf(Layer::Hardware), record.stream, start);
    if (!record.ownValues.empty())
        ownMetrics(record);
}

/// A sample at the end of the kernel, when its counters are read.
void TraceView::ownMetrics(const capture::KernelRecord& record)
{
    for (std::size_t i = 0; i < record.ownValues.size(); ++i)
        if (!std::isnan(record.ownValues[i]))
            counter(Layer::Own, m_rank.clock.wallOfDevice(record.endNs), "value", Decimal{record.ownValues[i], 6},
                    std::string_view(m_rank.ownMetrics[i]));
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
    event("{\"name\": ", JsonText{record.name}, ", \"pid\": ", pid, ", \"tid\": ", thread, ", \"ts\": \"",
          Micros{start}, "\", \"dur\": ", MicrosNumber{record.endNs - record.startNs},
          ", \"args\": {\"connection_id\": ", record.launch.connection, ", \"model id\": 4294967295, \"data_type\": \"",
          capture::collectiveName(record.dtype), "\", \"alg_type\": \"", record.algorithm,
          "\", \"count\": ", record.count, "}, \"ph\": \"X\"}");
    launchFlows(record.launch, std::to_string((std::uint64_t{record.launch.connection} << 32U) - 1), pid, thread,
                start);
    for (const capture::CommTask& task : record.tasks)
        planeTask(task, thread + 1 + task.plane);
}

void TraceView::planeTask(const capture::CommTask& task, std::uint32_t thread)
{
    m_planes.try_emplace(thread, task.plane);
    const MicrosNumber length{task.endNs - task.startNs};
    const double rate = length.ns > 0 ? static_cast<double>(task.bytes) / static_cast<double>(length.ns) : 0.0;
    event("{\"name\": \"", taskName(task.kind), "\", \"pid\": ", pidOf(Layer::Hccl), ", \"tid\": ", thread,
          ", \"ts\": \"", Micros{m_rank.clock.wallOfDevice(task.startNs)}, "\", \"dur\": ", length,
          ", \"args\": {\"notify_id\": \"", task.notify, "\", \"duration estimated(us)\": ", length,
          ", \"stream id\": ", task.stream, ", \"task id\": ", task.task, ", \"context id\": 0, \"task type\": \"",
          taskName(task.kind), "\", \"src rank\": ", task.sourceRank, ", \"dst rank\": ", task.targetRank,
          ", \"transport type\": \"", task.transport, "\", \"size(Byte)\": ", task.bytes,
          ", \"data type\": \"INVALID_TYPE\", \"link type\": \"", task.link,
          "\", \"bandwidth(GB/s)\": ", Decimal{rate, 6}, ", \"model id\": 4294967295}, \"ph\": \"X\"}");
}

void TraceView::add(const capture::CounterRecord& record)
{
    const std::int64_t at = m_rank.clock.wallOfDevice(record.atNs);
    const Decimal mega{record.value / kBinaryMega, 6};
    const Decimal kilo{record.value / 1024.0, 3};
    const std::uint32_t unit = record.unit;
    switch (record.kind) {
    case capture::CounterKind::CoreFrequency:
        return counter(Layer::Frequency, at, "MHz", std::llround(record.value), "AI Core Freq");
    case capture::CounterKind::HbmRead: return counter(Layer::Hbm, at, "Read(MB/s)", mega, "HBM ", unit, "/Read");
    case capture::CounterKind::HbmWrite: return counter(Layer::Hbm, at, "Write(MB/s)", mega, "HBM ", unit, "/Write");
    case capture::CounterKind::L2ReadThroughput:
        return counter(Layer::Llc, at, "Throughput(MB/s)", mega, "LLC ", unit, " Read/Throughput");
    case capture::CounterKind::L2ReadHitRate:
        return counter(Layer::Llc, at, "Hit Rate(%)", Decimal{record.value, 6}, "LLC ", unit, " Read/Hit Rate");
    case capture::CounterKind::ProcessMemory:
        counter(Layer::Memory, at, "KB", "0.0", "APP/DDR");
        counter(Layer::Memory, at, "KB", kilo, "APP/HBM");
        return counter(Layer::Memory, at, "KB", kilo, "APP/Memory");
    case capture::CounterKind::DeviceMemory:
        counter(Layer::Memory, at, "KB", "0.0", "Device/DDR");
        counter(Layer::Memory, at, "KB", kilo, "Device/HBM");
        return counter(Layer::Memory, at, "KB", kilo, "Device/Memory");
    }
}

void TraceView::add(const capture::SyncMarkerRecord& record)
{
    const Micros start{m_rank.clock.wallOfHost(record.hostStartNs)};
    const Micros seen{m_rank.clock.wallOfDevice(record.deviceNs)};
    m_frameworkThreads.insert(record.thread);
    event("{\"ph\": \"X\", \"name\": ", JsonText{record.name}, ", \"pid\": ", m_rank.pid, ", \"tid\": ", record.thread,
          ", \"ts\": \"", start, "\", \"dur\": ", MicrosNumber{record.hostEndNs - record.hostStartNs},
          ", \"cat\": \"mstx\", \"args\": {\"connection_id\": ", record.connection, "}}");
    deviceTask(record.name, "MSTX", record.stream, 0, m_rank.clock.wallOfDevice(record.deviceNs), 0, record.connection);
    event("{\"ph\": \"s\", \"name\": \"MsTx", record.connection, "\", \"cat\": \"MsTx\", \"id\": \"", record.connection,
          "\", \"pid\": ", m_rank.pid, ", \"tid\": ", record.thread, ", \"ts\": \"", start, "\"}");
    event("{\"ph\": \"f\", \"name\": \"MsTx", record.connection, "\", \"cat\": \"MsTx\", \"id\": \"", record.connection,
          "\", \"pid\": ", pidOf(Layer::Hardware), ", \"tid\": ", record.stream, ", \"ts\": \"", seen,
          "\", \"bp\": \"e\"}");
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
    event("{\"name\": ", JsonText{name}, ", \"pid\": ", pidOf(Layer::Hardware), ", \"tid\": ", stream, ", \"ts\": \"",
          Micros{start}, "\", \"dur\": ", MicrosNumber{length},
          ", \"args\": {\"Model Id\": 4294967295, \"Task Type\": \"", type, "\", \"Physic Stream Id\": ", stream,
          ", \"Task Id\": ", task, ", \"Batch Id\": 0, \"Subtask Id\": 4294967295, \"connection_id\": ",
          connection != 0 ? std::uint64_t{connection} : kNone32, "}, \"ph\": \"X\"}");
}

void TraceView::launchFlows(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                            std::uint32_t thread, std::int64_t start)
{
    if (launch.connection != 0)
        hostToDeviceFlow(launch, hostToDevice, pid, thread, start);
    if (!m_style.framework || launch.operatorId == 0)
        return;
    event("{\"ph\": \"s\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": ", start, ", \"pid\": ", m_rank.pid,
          ", \"tid\": ", launch.operatorThread, ", \"ts\": \"", Micros{m_rank.clock.wallOfHost(launch.operatorStartNs)},
          "\", \"cat\": \"async_npu\"}");
    event("{\"ph\": \"f\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": ", start, ", \"pid\": ", pid,
          ", \"tid\": ", thread, ", \"ts\": \"", Micros{start}, "\", \"cat\": \"async_npu\"}");
}

void TraceView::hostToDeviceFlow(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                                 std::uint32_t thread, std::int64_t start)
{
    m_apiThreads.insert(launch.apiThread);
    event("{\"name\": \"HostToDevice", hostToDevice, "\", \"ph\": \"s\", \"cat\": \"HostToDevice\", \"id\": \"",
          hostToDevice, "\", \"pid\": ", pidOf(Layer::Cann), ", \"tid\": ", launch.apiThread, ", \"ts\": \"",
          Micros{m_rank.clock.wallOfHost(launch.apiNs)}, "\"}");
    event("{\"name\": \"HostToDevice", hostToDevice, "\", \"ph\": \"f\", \"id\": \"", hostToDevice, "\", \"ts\": \"",
          Micros{start}, "\", \"cat\": \"HostToDevice\", \"pid\": ", pid, ", \"tid\": ", thread, ", \"bp\": \"e\"}");
}

template <typename Value, typename... Name>
void TraceView::counter(Layer layer, std::int64_t at, std::string_view series, const Value& value, const Name&... name)
{
    event("{\"name\": \"", name..., "\", \"ts\": \"", Micros{at}, "\", \"pid\": ", pidOf(layer),
          ", \"tid\": 0, \"args\": {\"", series, "\": ", value, "}, \"ph\": \"C\"}");
}

void TraceView::lane(std::uint32_t thread, const char* name, const std::vector<TimeRange>& ranges)
{
    for (const TimeRange& range : ranges)
        event("{\"name\": \"", name, "\", \"pid\": ", pidOf(Layer::Overlap), ", \"tid\": ", thread, ", \"ts\": \"",
              Micros{range.start.ns}, "\", \"dur\": ", MicrosNumber{range.length().ns}, ", \"ph\": \"X\"}");
}

} // namespace tideline::torch_npu
