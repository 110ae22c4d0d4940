// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu_db/device_rows.h"

#include <cmath>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/pmu_cells.h"
#include "core/export/torch_npu/tensor_text.h"

namespace tideline::torch_npu {

namespace {

constexpr std::int64_t kNone32 = 4'294'967'295;
constexpr std::int64_t kInvalidType = 65'535;

const char* taskTypeOf(capture::CoreType core)
{
    switch (core) {
    case capture::CoreType::AiCore:
    case capture::CoreType::MixAic:
    case capture::CoreType::MixAiv: return "KERNEL_AICORE";
    case capture::CoreType::AiVectorCore: return "KERNEL_AIVEC";
    case capture::CoreType::AiCpu: return "KERNEL_AICPU";
    case capture::CoreType::Dsa: return "STARS_COMMON";
    }
    return "KERNEL_AICORE";
}

const char* taskTypeOf(const capture::CommTask& task)
{
    switch (task.kind) {
    case capture::CommTaskKind::NotifyWait: return "Notify Wait";
    case capture::CommTaskKind::NotifyRecord: return "Write Value";
    case capture::CommTaskKind::Memcpy:
    case capture::CommTaskKind::ReduceInline: return "SDMA";
    }
    return "SDMA";
}

std::string quoted(const std::vector<capture::Tensor>& tensors)
{
    return '"' + capture::shapeText(tensors) + '"';
}

} // namespace

void DeviceRows::open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank)
{
    m_strings = &strings;
    m_rank = rank;
    m_detailed = rank.taskLevel != capture::TraceLevel::Kernels;
    m_tasks.prepare(database, "TASK");
    m_compute.prepare(database, "COMPUTE_TASK_INFO");
    m_counters.prepare(database, "TASK_PMU_INFO");
    m_operations.prepare(database, "COMMUNICATION_OP");
    m_parts.prepare(database, "COMMUNICATION_TASK_INFO");
}

void DeviceRows::finish()
{
    for (SqliteInsert* insert : {&m_tasks, &m_compute, &m_counters, &m_operations, &m_parts})
        insert->finish();
}

std::int64_t DeviceRows::addTask(const TaskPlace& place, std::int64_t taskType)
{
    m_tasks.add(m_rank.clock.wallOfDevice(place.start), m_rank.clock.wallOfDevice(place.end), m_rank.deviceId,
                place.connection != 0 ? std::int64_t{place.connection} : kNone32, m_nextTask, m_rank.pid, taskType,
                kNone32, place.stream, place.task, kNone32);
    return m_nextTask++;
}

DeviceRows::KernelTexts DeviceRows::makeTexts(const capture::KernelInfo& info)
{
    KernelTexts out{info.name, info.type, {}, text(taskTypeOf(info.core))};
    const std::int64_t none = text("N/A");
    const bool inputs = m_detailed && !info.inputs.empty();
    const bool outputs = m_detailed && !info.outputs.empty();
    out.ids = {text(info.name),
               m_detailed ? text(capture::coreName(info.core)) : none,
               m_detailed ? text(info.type) : none,
               inputs ? text(formatsText(info.inputs)) : none,
               inputs ? text(dataTypesText(info.inputs)) : none,
               inputs ? text(quoted(info.inputs)) : none,
               outputs ? text(formatsText(info.outputs)) : none,
               outputs ? text(dataTypesText(info.outputs)) : none,
               outputs ? text(quoted(info.outputs)) : none};
    return out;
}

const DeviceRows::KernelTexts& DeviceRows::textsOf(const capture::KernelInfo& info)
{
    const auto [known, fresh] = m_texts.try_emplace(&info);
    // The place may have been given to another kernel since.
    if (fresh || known->second.name != info.name || known->second.type != info.type)
        known->second = makeTexts(info);
    return known->second;
}

void DeviceRows::add(const capture::KernelRecord& record)
{
    const KernelTexts& texts = textsOf(*record.info);
    const std::int64_t task =
        addTask({record.startNs, record.endNs, record.stream, record.task, record.launch.connection}, texts.taskType);
    const auto& id = texts.ids;
    m_compute.add(id[0], task, m_detailed ? record.info->blocks : 0, m_detailed ? record.info->mixBlocks : 0, id[1],
                  id[2], id[3], id[4], id[5], id[6], id[7], id[8], text("N/A"));
    if (m_detailed && m_rank.aiCore && record.counted)
        addCounters(task, record);
}

void DeviceRows::addCounters(std::int64_t task, const capture::KernelRecord& record)
{
    if (m_counterNames.empty()) {
        for (const std::string& name : pmuNames(m_rank.pmuGroup))
            m_counterNames.push_back(text(name));
        for (const std::string& name : m_rank.ownMetrics)
            m_counterNames.push_back(text(name));
    }
    pmuValues(record, m_rank.pmuGroup, m_values);
    m_values.insert(m_values.end(), record.ownValues.begin(), record.ownValues.end());
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (!std::isnan(m_values[i]))
            m_counters.add(task, m_counterNames[i], m_values[i]);
}

void DeviceRows::add(const capture::CopyRecord& record)
{
    addTask({record.startNs, record.endNs, record.stream, record.task, record.launch.connection}, text("MEMCPY_ASYNC"));
}

void DeviceRows::add(const capture::SyncRecord& record)
{
    const bool records = record.kind == capture::SyncKind::EventRecord;
    addTask({record.startNs, record.endNs, record.stream, record.task, record.connection},
            text(records ? "EVENT_RECORD" : "EVENT_WAIT"));
}

void DeviceRows::add(const capture::SyncMarkerRecord& record)
{
    addTask({record.deviceNs, record.deviceNs, record.stream, 0, record.connection}, text("MSTX"));
}

void DeviceRows::add(const capture::CommRecord& record)
{
    m_operations.add(text(record.name), m_rank.clock.wallOfDevice(record.startNs),
                     m_rank.clock.wallOfDevice(record.endNs), record.launch.connection,
                     text(m_rank.groups[record.group].name), m_nextOperation, 0, 0, dataTypeNumber(record.dtype),
                     text(record.algorithm), record.count, text(operationType(record)));
    for (const capture::CommTask& task : record.tasks)
        addPart(record, task);
    ++m_nextOperation;
}

void DeviceRows::addPart(const capture::CommRecord& operation, const capture::CommTask& task)
{
    const std::int64_t id = addTask({task.startNs, task.endNs, task.stream, task.task, operation.launch.connection},
                                    text(taskTypeOf(task)));
    m_parts.add(text(operation.name), id, text(taskName(task.kind)), task.plane,
                text(m_rank.groups[operation.group].name), static_cast<std::int64_t>(task.notify), kInvalidType,
                task.sourceRank, task.targetRank, transportNumber(task.transport), task.bytes,
                task.bytes > 0 ? dataTypeNumber(operation.dtype) : kInvalidType, linkNumber(task.link),
                m_nextOperation);
}

} // namespace tideline::torch_npu
