// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/trace_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/text.h"

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

const char* taskName(capture::CommTaskKind kind)
{
    switch (kind) {
    case capture::CommTaskKind::NotifyWait: return "Notify_Wait";
    case capture::CommTaskKind::NotifyRecord: return "Notify_Record";
    case capture::CommTaskKind::Memcpy: return "Memcpy";
    case capture::CommTaskKind::ReduceInline: return "Reduce_Inline";
    }
    return "";
}

std::string tensorLists(const std::vector<capture::Tensor>& inputs)
{
    std::string dims;
    std::string types;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        dims += i > 0 ? ";\\r\\n" : "";
        dims += capture::shapeText({inputs[i]});
        types += i > 0 ? ";\\r\\n" : "";
        types += capture::frameworkName(inputs[i].dtype);
    }
    return fmt::format(", \"Input Dims\": \"{}\", \"Input type\": \"{}\"", dims, types);
}

} // namespace

std::string computeFlowId(std::uint32_t stream, std::uint32_t task)
{
    // The value does not fit 64 bits: long division by ten.
    std::uint64_t low = 0xFFFFFFFFULL | (std::uint64_t{task & 0xFFFFU} << 48U);
    std::uint64_t high = std::uint64_t{stream} + (task >> 16U);
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

Status TraceView::open(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    m_rank = rank;
    const Status opened = m_file.open(folder / "trace_view.json");
    if (!opened)
        return opened;
    m_file.write("[");
    nameProcess(pidOf(Layer::Hardware), "Ascend Hardware", "NPU", static_cast<std::uint32_t>(Layer::Hardware));
    for (const auto& [stream, use] : rank.streams)
        nameThread(pidOf(Layer::Hardware), stream, fmt::format("Stream {}", stream));
    nameProcess(pidOf(Layer::Hbm), "HBM", "NPU", static_cast<std::uint32_t>(Layer::Hbm));
    nameProcess(pidOf(Layer::Llc), "LLC", "NPU", static_cast<std::uint32_t>(Layer::Llc));
    nameProcess(pidOf(Layer::Memory), "NPU MEM", "NPU", static_cast<std::uint32_t>(Layer::Memory));
    if (!rank.groups.empty())
        nameProcess(pidOf(Layer::Hccl), "HCCL", "NPU", static_cast<std::uint32_t>(Layer::Hccl));
    for (std::size_t i = 0; i < rank.groups.size(); ++i)
        nameThread(pidOf(Layer::Hccl), i * 16, fmt::format("Group {} Communication", i));
    if (rank.level != capture::TraceLevel::Kernels)
        nameProcess(pidOf(Layer::Cann), "CANN", "CPU", static_cast<std::uint32_t>(Layer::Cann));
    nameProcess(pidOf(Layer::Overlap), "Overlap Analysis", "NPU", static_cast<std::uint32_t>(Layer::Overlap));
    const char* const lanes[] = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};
    for (std::uint32_t i = 0; i < 4; ++i)
        meta(pidOf(Layer::Overlap), i, "thread_name", fmt::format("\"name\": \"{}\"", lanes[i]));
    nameProcess(pidOf(Layer::Frequency), "AI Core Freq", "NPU", static_cast<std::uint32_t>(Layer::Frequency));
    return Done{};
}

void TraceView::add(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const std::int64_t start = m_rank.clock.wallOfHost(record.startNs);
    const std::string length = microsNumber(record.endNs - record.startNs);
    const std::string level = apiLevel(call);
    if (!level.empty()) {
        m_apiThreads.insert(record.thread);
        const std::string id = level == "node" ? "0" : call.name.substr(call.name.find('@') + 1);
        event(fmt::format(
            "{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": "
            "{{\"Thread Id\": {}, \"Mode\": \"{}\", \"level\": \"{}\", \"id\": \"{}\", \"item_id\": \"{}\", "
            "\"connection_id\": {}}}, \"ph\": \"X\"}}",
            jsonString(call.name), pidOf(Layer::Cann), record.thread, micros(start), length, record.thread, call.mode,
            level, id, record.item.empty() ? "0" : record.item, record.connection));
        return;
    }
    m_frameworkThreads.insert(record.thread);
    const std::string head =
        fmt::format("{{\"ph\": \"X\", \"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}",
                    jsonString(call.name), m_rank.pid, record.thread, micros(start), length);
    if (call.layer == capture::HostLayer::Operator || call.layer == capture::HostLayer::PythonFunction)
        return hostOperator(record, head);
    const bool enqueue = call.layer == capture::HostLayer::Enqueue;
    event(fmt::format("{}, \"cat\": \"{}\", \"args\": {{\"correlation_id\": {}}}}}", head,
                      enqueue ? "enqueue" : "dequeue", record.correlation));
    event(fmt::format("{{\"ph\": \"{}\", \"bp\": \"e\", \"name\": \"enqueue_to_dequeue\", \"id\": {}, \"pid\": {}, "
                      "\"tid\": {}, \"ts\": \"{}\", \"cat\": \"async_task_queue\"}}",
                      enqueue ? "s" : "f", record.correlation, m_rank.pid, record.thread, micros(start)));
}

void TraceView::hostOperator(const capture::HostRecord& record, const std::string& head)
{
    event(fmt::format("{}, \"cat\": \"cpu_op\", \"args\": {{\"Sequence number\": {}, \"Fwd thread id\": {}{}}}}}", head,
                      record.sequence, record.forwardThread,
                      record.call->inputs.empty() ? std::string() : tensorLists(record.call->inputs)));
    if (record.link == capture::AutogradLink::None)
        return;
    event(fmt::format("{{\"ph\": \"{}\", \"bp\": \"e\", \"name\": \"fwdbwd\", \"id\": {}, \"pid\": {}, \"tid\": {}, "
                      "\"ts\": \"{}\", \"cat\": \"fwdbwd\"}}",
                      record.link == capture::AutogradLink::Forward ? "s" : "f", record.sequence, m_rank.pid,
                      record.thread, micros(m_rank.clock.wallOfHost(record.startNs))));
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
    const std::uint32_t thread = record.group * 16;
    const std::int64_t start = m_rank.clock.wallOfDevice(record.startNs);
    event(fmt::format("{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": "
                      "{{\"connection_id\": {}, \"model id\": 4294967295, \"data_type\": \"{}\", \"alg_type\": \"{}\", "
                      "\"count\": {}}}, \"ph\": \"X\"}}",
                      jsonString(record.name), pid, thread, micros(start), microsNumber(record.endNs - record.startNs),
                      record.launch.connection, capture::collectiveName(record.dtype), record.algorithm, record.count));
    launchFlows(record.launch, std::to_string((std::uint64_t{record.launch.connection} << 32U) - 1), pid, thread,
                start);
    for (const capture::CommTask& task : record.tasks)
        planeTask(task);
}

void TraceView::planeTask(const capture::CommTask& task)
{
    m_planes.insert(task.plane);
    const std::int64_t length = task.endNs - task.startNs;
    const double rate = length > 0 ? static_cast<double>(task.bytes) / static_cast<double>(length) : 0.0;
    event(fmt::format(
        "{{\"name\": \"{0}\", \"pid\": {1}, \"tid\": {2}, \"ts\": \"{3}\", \"dur\": {4}, \"args\": {{\"notify_id\": "
        "\"{5}\", \"duration estimated(us)\": {4}, \"stream id\": {6}, \"task id\": {7}, \"context id\": 0, "
        "\"task type\": \"{0}\", \"src rank\": {8}, \"dst rank\": {9}, \"transport type\": \"{10}\", "
        "\"size(Byte)\": {11}, \"data type\": \"INVALID_TYPE\", \"link type\": \"{12}\", \"bandwidth(GB/s)\": {13}, "
        "\"model id\": 4294967295}}, \"ph\": \"X\"}}",
        taskName(task.kind), pidOf(Layer::Hccl), 1 + task.plane, micros(m_rank.clock.wallOfDevice(task.startNs)),
        microsNumber(length), task.notify, task.stream, task.task, task.sourceRank, task.targetRank, task.transport,
        task.bytes, task.link, decimal(rate, 6)));
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

Status TraceView::close()
{
    nameProcess(m_rank.pid, "Python", "CPU", 0);
    for (const std::uint32_t thread : m_frameworkThreads)
        nameThread(m_rank.pid, thread, fmt::format("Thread {}", thread));
    for (const std::uint32_t thread : m_apiThreads)
        nameThread(pidOf(Layer::Cann), thread, fmt::format("Thread {}", thread));
    for (const std::uint32_t plane : m_planes)
        nameThread(pidOf(Layer::Hccl), 1 + plane, fmt::format("Plane {}", plane));
    m_file.write("]");
    return m_file.close();
}

std::uint32_t TraceView::pidOf(Layer layer) const
{
    return (m_rank.pid << 10U) | (static_cast<std::uint32_t>(layer) << 5U) | (m_rank.deviceId & 31U);
}

void TraceView::event(const std::string& text)
{
    if (!m_first)
        m_file.write(", ");
    m_first = false;
    m_file.write(text);
}

void TraceView::meta(std::uint32_t pid, std::uint64_t thread, const char* name, const std::string& argument)
{
    event(fmt::format("{{\"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"args\": {{{}}}, \"ph\": \"M\"}}", name, pid,
                      thread, argument));
}

void TraceView::nameProcess(std::uint32_t pid, const char* name, const char* label, std::uint32_t sort)
{
    meta(pid, 0, "process_name", fmt::format("\"name\": \"{}\"", name));
    meta(pid, 0, "process_labels", fmt::format("\"labels\": \"{}\"", label));
    meta(pid, 0, "process_sort_index", fmt::format("\"sort_index\": {}", sort));
}

void TraceView::nameThread(std::uint32_t pid, std::uint64_t thread, const std::string& name)
{
    meta(pid, thread, "thread_name", fmt::format("\"name\": \"{}\"", name));
    meta(pid, thread, "thread_sort_index", fmt::format("\"sort_index\": {}", thread));
}

void TraceView::deviceTask(const std::string& name, const char* type, std::uint32_t stream, std::uint32_t task,
                           std::int64_t start, std::int64_t length, std::uint32_t connection)
{
    event(
        fmt::format("{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": {{\"Model Id\": "
                    "4294967295, \"Task Type\": \"{}\", \"Physic Stream Id\": {}, \"Task Id\": {}, \"Batch Id\": 0, "
                    "\"Subtask Id\": 4294967295, \"connection_id\": {}}}, \"ph\": \"X\"}}",
                    jsonString(name), pidOf(Layer::Hardware), stream, micros(start), microsNumber(length), type, stream,
                    task, connection));
}

void TraceView::launchFlows(const capture::Launch& launch, const std::string& hostToDevice, std::uint32_t pid,
                            std::uint32_t thread, std::int64_t start)
{
    m_apiThreads.insert(launch.apiThread);
    event(fmt::format("{{\"name\": \"HostToDevice{0}\", \"ph\": \"s\", \"cat\": \"HostToDevice\", \"id\": \"{0}\", "
                      "\"pid\": {1}, \"tid\": {2}, \"ts\": \"{3}\"}}",
                      hostToDevice, pidOf(Layer::Cann), launch.apiThread,
                      micros(m_rank.clock.wallOfHost(launch.apiNs))));
    event(fmt::format("{{\"name\": \"HostToDevice{0}\", \"ph\": \"f\", \"id\": \"{0}\", \"ts\": \"{3}\", \"cat\": "
                      "\"HostToDevice\", \"pid\": {1}, \"tid\": {2}, \"bp\": \"e\"}}",
                      hostToDevice, pid, thread, micros(start)));
    event(
        fmt::format("{{\"ph\": \"s\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": {}, \"pid\": {}, \"tid\": {}, "
                    "\"ts\": \"{}\", \"cat\": \"async_npu\"}}",
                    start, m_rank.pid, launch.operatorThread, micros(m_rank.clock.wallOfHost(launch.operatorStartNs))));
    event(
        fmt::format("{{\"ph\": \"f\", \"bp\": \"e\", \"name\": \"torch_to_npu\", \"id\": {}, \"pid\": {}, \"tid\": {}, "
                    "\"ts\": \"{}\", \"cat\": \"async_npu\"}}",
                    start, pid, thread, micros(start)));
}

void TraceView::counter(Layer layer, const std::string& name, std::int64_t at, const char* series,
                        const std::string& value)
{
    event(fmt::format(
        "{{\"name\": \"{}\", \"ts\": \"{}\", \"pid\": {}, \"tid\": 0, \"args\": {{\"{}\": {}}}, \"ph\": \"C\"}}", name,
        micros(at), pidOf(layer), series, value));
}

void TraceView::lane(std::uint32_t thread, const char* name, const std::vector<TimeRange>& ranges)
{
    for (const TimeRange& range : ranges)
        event(fmt::format("{{\"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"ph\": \"X\"}}",
                          name, pidOf(Layer::Overlap), thread, micros(range.start.ns),
                          microsNumber(range.length().ns)));
}

} // namespace tideline::torch_npu
