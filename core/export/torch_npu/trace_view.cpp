// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/trace_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/line_text.h"
#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/tensor_text.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

Status TraceView::open(const std::filesystem::path& path, const capture::RankInfo& rank, TraceStyle style)
{
    m_rank = rank;
    m_style = style;
    const Status opened = m_file.open(path);
    if (!opened)
        return opened;
    m_file.write(style.object ? "{\"traceEvents\": [" : "[");
    nameProcess(pidOf(Layer::Hardware), "Ascend Hardware", "NPU", static_cast<std::uint32_t>(Layer::Hardware));
    for (const auto& [stream, use] : rank.streams)
        nameThread(pidOf(Layer::Hardware), stream, fmt::format("Stream {}", stream));
    nameProcess(pidOf(Layer::Hbm), "HBM", "NPU", static_cast<std::uint32_t>(Layer::Hbm));
    nameProcess(pidOf(Layer::Llc), "LLC", "NPU", static_cast<std::uint32_t>(Layer::Llc));
    nameProcess(pidOf(Layer::Memory), "NPU MEM", "NPU", static_cast<std::uint32_t>(Layer::Memory));
    if (!rank.groups.empty())
        nameProcess(pidOf(Layer::Hccl), "HCCL", "NPU", static_cast<std::uint32_t>(Layer::Hccl));
    for (std::size_t i = 0; i < rank.groups.size(); ++i)
        nameThread(pidOf(Layer::Hccl), i * kThreadsPerGroup, fmt::format("Group {} Communication", i));
    if (rank.level != capture::TraceLevel::Kernels)
        nameProcess(pidOf(Layer::Cann), "CANN", "CPU", static_cast<std::uint32_t>(Layer::Cann));
    nameProcess(pidOf(Layer::Overlap), "Overlap Analysis", "NPU", static_cast<std::uint32_t>(Layer::Overlap));
    const char* const lanes[] = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};
    for (std::uint32_t i = 0; i < 4; ++i)
        meta(pidOf(Layer::Overlap), i, "thread_name", fmt::format("\"name\": \"{}\"", lanes[i]));
    if (!rank.ownMetrics.empty())
        nameProcess(pidOf(Layer::Own), "Own Metrics", "NPU", static_cast<std::uint32_t>(Layer::Own));
    nameProcess(pidOf(Layer::Frequency), "AI Core Freq", "NPU", static_cast<std::uint32_t>(Layer::Frequency));
    return Done{};
}

void TraceView::add(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const Micros start{m_rank.clock.wallOfHost(record.startNs)};
    const MicrosNumber length{record.endNs - record.startNs};
    switch (call.layer) {
    case capture::HostLayer::Acl:
    case capture::HostLayer::Node:
    case capture::HostLayer::Runtime:
    case capture::HostLayer::Communication: return runtimeCall(record);
    case capture::HostLayer::Operator:
    case capture::HostLayer::PythonFunction:
        if (m_style.framework)
            call.garbageCollection ? collection(record) : hostOperator(record);
        return;
    case capture::HostLayer::Enqueue:
    case capture::HostLayer::Dequeue: break;
    }
    if (!m_style.framework)
        return;
    m_frameworkThreads.insert(record.thread);
    const bool enqueue = call.layer == capture::HostLayer::Enqueue;
    event("{\"ph\": \"X\", \"name\": ", JsonText{call.name}, ", \"pid\": ", m_rank.pid, ", \"tid\": ", record.thread,
          ", \"ts\": \"", start, "\", \"dur\": ", length, ", \"cat\": \"", enqueue ? "enqueue" : "dequeue",
          "\", \"args\": {\"correlation_id\": ", record.correlation, "}}");
    event("{\"ph\": \"", enqueue ? "s" : "f",
          "\", \"bp\": \"e\", \"name\": \"enqueue_to_dequeue\", \"id\": ", record.correlation,
          ", \"pid\": ", m_rank.pid, ", \"tid\": ", record.thread, ", \"ts\": \"", start,
          "\", \"cat\": \"async_task_queue\"}");
}

void TraceView::runtimeCall(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const std::string level = apiLevel(call);
    m_apiThreads.insert(record.thread);
    const std::string_view bare = std::string_view(call.name).substr(call.name.find('@') + 1);
    const bool node = call.layer == capture::HostLayer::Node;
    event("{\"name\": ", JsonText{call.name}, ", \"pid\": ", pidOf(Layer::Cann), ", \"tid\": ", record.thread,
          ", \"ts\": \"", Micros{m_rank.clock.wallOfHost(record.startNs)},
          "\", \"dur\": ", MicrosNumber{record.endNs - record.startNs}, ", \"args\": {\"Thread Id\": ", record.thread,
          ", \"Mode\": \"", call.mode, "\", \"level\": \"", level, "\", \"id\": \"", node ? "0" : bare,
          "\", \"item_id\": \"", record.item.empty() ? std::string_view("0") : std::string_view(record.item),
          "\", \"connection_id\": ", record.connection, "}, \"ph\": \"X\"}");
}

void TraceView::hostOperator(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const Micros start{m_rank.clock.wallOfHost(record.startNs)};
    m_frameworkThreads.insert(record.thread);
    event("{\"ph\": \"X\", \"name\": ", JsonText{call.name}, ", \"pid\": ", m_rank.pid, ", \"tid\": ", record.thread,
          ", \"ts\": \"", start, "\", \"dur\": ", MicrosNumber{record.endNs - record.startNs}, ", ");
    if (call.layer == capture::HostLayer::Operator)
        m_file.put("\"cat\": \"cpu_op\", \"args\": {\"Sequence number\": ", record.sequence,
                   ", \"Fwd thread id\": ", record.forwardThread, operatorTexts(call), "}}");
    else
        m_file.put("\"cat\": \"python_function\", \"args\": {\"Python id\": ", record.id,
                   ", \"Python parent id\": ", record.parent, "}}");
    if (record.link == capture::AutogradLink::None)
        return;
    event("{\"ph\": \"", record.link == capture::AutogradLink::Forward ? "s" : "f",
          "\", \"bp\": \"e\", \"name\": \"fwdbwd\", \"id\": ", record.sequence, ", \"pid\": ", m_rank.pid,
          ", \"tid\": ", record.thread, ", \"ts\": \"", start, "\", \"cat\": \"fwdbwd\"}");
}

/// Collections stand in a process of their own, under one name.
void TraceView::collection(const capture::HostRecord& record)
{
    if (m_collectorThreads.insert(record.thread).second) {
        nameProcess(pidOf(Layer::Collector), "Python GC", "CPU", static_cast<std::uint32_t>(Layer::Collector));
        nameThread(pidOf(Layer::Collector), record.thread, fmt::format("Thread {}", record.thread));
    }
    event("{\"ph\": \"X\", \"name\": \"GC\", \"pid\": ", pidOf(Layer::Collector), ", \"tid\": ", record.thread,
          ", \"ts\": \"", Micros{m_rank.clock.wallOfHost(record.startNs)},
          "\", \"dur\": ", MicrosNumber{record.endNs - record.startNs}, ", \"cat\": \"GC\", \"args\": {}}");
}

const std::string& TraceView::operatorTexts(const capture::HostCall& call)
{
    const auto [known, fresh] = m_operatorTexts.try_emplace(&call);
    if (!fresh)
        return known->second;
    std::string& text = known->second;
    constexpr std::string_view kSeparator = ";\\r\\n";
    if (!call.inputs.empty())
        text = fmt::format(", \"Input Dims\": \"{}\", \"Input type\": \"{}\"", inputShapesText(call.inputs, kSeparator),
                           inputTypesText(call.inputs, kSeparator));
    if (!call.callStack.empty()) {
        std::string frames;
        for (const char c : call.callStack)
            frames += c == '\n' ? std::string(";\r\n") : std::string(1, c);
        text += ", \"Call stack\": " + jsonString(frames);
    }
    return text;
}

Status TraceView::close()
{
    if (m_style.framework || !m_frameworkThreads.empty())
        nameProcess(m_rank.pid, "Python", "CPU", 0);
    for (const std::uint32_t thread : m_frameworkThreads)
        nameThread(m_rank.pid, thread, fmt::format("Thread {}", thread));
    for (const std::uint32_t thread : m_apiThreads)
        nameThread(pidOf(Layer::Cann), thread, fmt::format("Thread {}", thread));
    for (const auto& [thread, plane] : m_planes)
        nameThread(pidOf(Layer::Hccl), thread, fmt::format("Plane {}", plane));
    m_file.write(m_style.object ? "]}" : "]");
    return m_file.close();
}

std::uint32_t TraceView::pidOf(Layer layer) const
{
    return (m_rank.pid << 10U) | (static_cast<std::uint32_t>(layer) << 5U) | (m_rank.deviceId & 31U);
}

void TraceView::meta(std::uint32_t pid, std::uint64_t thread, const char* name, const std::string& argument)
{
    event("{\"name\": \"", name, "\", \"pid\": ", pid, ", \"tid\": ", thread, ", \"args\": {", argument,
          "}, \"ph\": \"M\"}");
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

} // namespace tideline::torch_npu
