// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/trace_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/operator_table.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/tensor_text.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_text.h"

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
    event(FMT_COMPILE(
              "{{\"ph\": \"X\", \"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"cat\": \"{}\", "
              "\"args\": {{\"correlation_id\": {}}}}}"),
          JsonText{call.name}, m_rank.pid, record.thread, start, length, enqueue ? "enqueue" : "dequeue",
          record.correlation);
    event(
        FMT_COMPILE(
            "{{\"ph\": \"{}\", \"bp\": \"e\", \"name\": \"enqueue_to_dequeue\", \"id\": {}, \"pid\": {}, \"tid\": {}, "
            "\"ts\": \"{}\", \"cat\": \"async_task_queue\"}}"),
        enqueue ? "s" : "f", record.correlation, m_rank.pid, record.thread, start);
}

void TraceView::runtimeCall(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const std::string level = apiLevel(call);
    m_apiThreads.insert(record.thread);
    const std::string_view bare = std::string_view(call.name).substr(call.name.find('@') + 1);
    const bool node = call.layer == capture::HostLayer::Node;
    event(
        FMT_COMPILE(
            "{{\"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, \"args\": {{\"Thread Id\": {}, "
            "\"Mode\": "
            "\"{}\", \"level\": \"{}\", \"id\": \"{}\", \"item_id\": \"{}\", \"connection_id\": {}}}, \"ph\": \"X\"}}"),
        JsonText{call.name}, pidOf(Layer::Cann), record.thread, Micros{m_rank.clock.wallOfHost(record.startNs)},
        MicrosNumber{record.endNs - record.startNs}, record.thread, call.mode, level, node ? "0" : bare,
        record.item.empty() ? std::string_view("0") : std::string_view(record.item), record.connection);
}

void TraceView::hostOperator(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    const Micros start{m_rank.clock.wallOfHost(record.startNs)};
    m_frameworkThreads.insert(record.thread);
    event(FMT_COMPILE("{{\"ph\": \"X\", \"name\": {}, \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, "),
          JsonText{call.name}, m_rank.pid, record.thread, start, MicrosNumber{record.endNs - record.startNs});
    if (call.layer == capture::HostLayer::Operator)
        m_file.print(
            FMT_COMPILE("\"cat\": \"cpu_op\", \"args\": {{\"Sequence number\": {}, \"Fwd thread id\": {}{}}}}}"),
            record.sequence, record.forwardThread, operatorTexts(call));
    else
        m_file.print(
            FMT_COMPILE("\"cat\": \"python_function\", \"args\": {{\"Python id\": {}, \"Python parent id\": {}}}}}"),
            record.id, record.parent);
    if (record.link == capture::AutogradLink::None)
        return;
    event(FMT_COMPILE("{{\"ph\": \"{}\", \"bp\": \"e\", \"name\": \"fwdbwd\", \"id\": {}, \"pid\": {}, \"tid\": {}, "
                      "\"ts\": \"{}\", "
                      "\"cat\": \"fwdbwd\"}}"),
          record.link == capture::AutogradLink::Forward ? "s" : "f", record.sequence, m_rank.pid, record.thread, start);
}

/// Collections stand in a process of their own, under one name.
void TraceView::collection(const capture::HostRecord& record)
{
    if (m_collectorThreads.insert(record.thread).second) {
        nameProcess(pidOf(Layer::Collector), "Python GC", "CPU", static_cast<std::uint32_t>(Layer::Collector));
        nameThread(pidOf(Layer::Collector), record.thread, fmt::format("Thread {}", record.thread));
    }
    event(FMT_COMPILE("{{\"ph\": \"X\", \"name\": \"GC\", \"pid\": {}, \"tid\": {}, \"ts\": \"{}\", \"dur\": {}, "
                      "\"cat\": \"GC\", \"args\": {{}}}}"),
          pidOf(Layer::Collector), record.thread, Micros{m_rank.clock.wallOfHost(record.startNs)},
          MicrosNumber{record.endNs - record.startNs});
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

void TraceView::separate()
{
    if (!m_first)
        m_file.write(", ");
    m_first = false;
}

void TraceView::meta(std::uint32_t pid, std::uint64_t thread, const char* name, const std::string& argument)
{
    event(FMT_COMPILE("{{\"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"args\": {{{}}}, \"ph\": \"M\"}}"), name, pid,
          thread, argument);
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
