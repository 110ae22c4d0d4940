// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/device_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tideline {

namespace {

constexpr double kNanosPerMicro = 1000;

/// The counters are named as in the text form, which has units and other words for the totals.
std::pair<std::string, double> metricName(std::string_view name)
{
    if (name == "aic_total_time" || name == "total_time")
        return {"aicore_time(us)", 1 / kNanosPerMicro};
    if (name == "aiv_total_time")
        return {"aiv_time(us)", 1 / kNanosPerMicro};
    if (name.ends_with("_time"))
        return {std::string(name) + "(us)", 1 / kNanosPerMicro};
    if (name.ends_with("_bw") || name.find("_bw_") != std::string_view::npos)
        return {std::string(name) + "(GB/s)", 1};
    if (name.ends_with("_datas"))
        return {std::string(name) + "(KB)", 1};
    return {std::string(name), 1};
}

} // namespace

void DatabaseSteps::read(DatabaseReader& reader, const DatabaseRanks& ranks)
{
    TableScan table(reader, "STEP_TIME", {"id", "startNs", "endNs"});
    while (table.next()) {
        const std::int64_t id = table.integer(0);
        if (id == kNoInteger) {
            table.reject(IssueKind::BadRow, "the step has no number");
            continue;
        }
        const auto times = table.times(1, 2);
        if (!times)
            continue;
        const TimeRange range{times->start, times->end()};
        m_steps.emplace_back(range, id);
        for (const RankId rank : ranks.all())
            reader.builder().addStep({rank, id, range, StepSource::Marked});
    }
    std::sort(m_steps.begin(), m_steps.end());
}

std::int64_t DatabaseSteps::at(Instant time) const
{
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                        [](Instant t, const auto& step) { return t < step.first.start; });
    if (after == m_steps.begin() || !std::prev(after)->first.contains(time))
        return kNoInteger;
    return std::prev(after)->second;
}

void DeviceTables::read()
{
    readCompute();
    readCounters();
    std::vector<std::int64_t> keys;
    readParts("COMMUNICATION_TASK_INFO", m_parts, keys);
    m_partOf = KeyIndex(keys);
    keys.clear();
    readParts("COMMUNICATION_SCHEDULE_TASK_INFO", m_schedule, keys);
    m_scheduleOf = KeyIndex(keys);
    readTasks();
    readCollectives();
}

void DeviceTables::readCompute()
{
    // In newer schemas blockDim is a text, and blockNum the number of blocks.
    const bool renamed = m_reader.database().has("COMPUTE_TASK_INFO", "blockNum");
    TableScan table(m_reader, "COMPUTE_TASK_INFO",
                    {"globalTaskId", "name", "opType", "taskType", "opState", "inputShapes", "inputDataTypes",
                     "inputFormats", "outputShapes", "outputDataTypes", "outputFormats",
                     renamed ? "blockNum" : "blockDim", renamed ? "mixBlockNum" : "mixBlockDim", "waitNs"});
    std::vector<std::int64_t> keys;
    while (table.next()) {
        if (table.integer(0) == kNoInteger) {
            table.reject(IssueKind::BadRow, "the row names no task");
            continue;
        }
        keys.push_back(table.integer(0));
        m_compute.push_back({table.string(1), table.string(2), table.string(3), table.string(4), shape(table.string(5)),
                             table.string(6), table.string(7), shape(table.string(8)), table.string(9),
                             table.string(10), table.integer(11), table.integer(12), table.integer(13)});
    }
    m_computeOf = KeyIndex(keys);
    m_shapes.clear();
}

/// Shapes may be quoted as in the text form; "N/A" is no shape.
StringId DeviceTables::shape(StringId text)
{
    const auto [known, fresh] = m_shapes.try_emplace(text, text);
    if (!fresh)
        return known->second;
    std::string_view cell = m_reader.builder().strings().text(text);
    if (cell == "N/A")
        known->second = kEmptyString;
    else if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        known->second = m_reader.builder().intern(std::string(cell.substr(1, cell.size() - 2)));
    return known->second;
}

DeviceTables::Metric& DeviceTables::metricOf(StringId name)
{
    const auto [at, fresh] = m_metrics.try_emplace(name);
    if (fresh) {
        const auto [column, factor] = metricName(m_reader.builder().strings().text(name));
        at->second.column = m_reader.builder().kernelMetric(column);
        at->second.factor = factor;
        at->second.values.assign(m_compute.size(), std::numeric_limits<double>::quiet_NaN());
    }
    return at->second;
}

void DeviceTables::readCounters()
{
    TableScan table(m_reader, "TASK_PMU_INFO", {"globalTaskId", "name", "value"});
    StringId lastName;
    Metric* metric = nullptr;
    while (table.next()) {
        const std::uint32_t row = m_computeOf.find(table.integer(0));
        const double value = table.number(2);
        if (row == KeyIndex::kNone || std::isnan(value))
            continue;
        const StringId name = table.string(1);
        if (!metric || name != lastName)
            metric = &metricOf(name);
        lastName = name;
        metric->values[row] = value * metric->factor;
    }
}

void DeviceTables::readParts(const char* table, std::vector<Part>& into, std::vector<std::int64_t>& keys)
{
    TableScan rows(m_reader, table, {"globalTaskId", "name", "taskType", "groupName", "planeId", "opId"});
    const bool named = !rows.has(4); // a schedule has no planes: its tasks carry the name of their operation
    while (rows.next()) {
        if (rows.integer(0) == kNoInteger) {
            rows.reject(IssueKind::BadRow, "the row names no task");
            continue;
        }
        keys.push_back(rows.integer(0));
        into.push_back({rows.string(named ? 1 : 2), rows.string(3), rows.integer(4), rows.integer(5)});
    }
}

void DeviceTables::noteDevice(std::int64_t operation, std::int64_t device)
{
    if (operation == m_lastOperation)
        return;
    m_lastOperation = operation;
    m_deviceOf.emplace(operation, device);
}

std::int64_t DeviceTables::stepOf(std::int64_t connection, Instant start) const
{
    const Instant launch = m_links.launchOf(connection);
    return m_steps.at(launch == kNoInstant ? start : launch);
}

void DeviceTables::readTasks()
{
    TableScan table(m_reader, "TASK",
                    {"startNs", "endNs", "deviceId", "connectionId", "globalTaskId", "taskType", "streamId", "taskId"});
    while (table.next()) {
        const auto times = table.times(0, 1);
        if (!times)
            continue;
        const std::int64_t device = table.integer(2);
        const std::int64_t key = table.integer(4);
        if (!m_anyDevice && device != kNoInteger)
            m_anyDevice = device;
        SliceRow slice;
        slice.start = times->start;
        slice.duration = times->duration;
        slice.ref = table.ref();
        slice.taskType = table.string(5);
        slice.name = slice.taskType;
        const std::uint32_t compute = m_computeOf.find(key);
        const std::uint32_t part = compute == KeyIndex::kNone ? m_partOf.find(key) : KeyIndex::kNone;
        if (compute != KeyIndex::kNone) {
            slice.name = m_compute[compute].name;
            if (m_compute[compute].core != kEmptyString)
                slice.taskType = m_compute[compute].core;
            addKernel(table, *times, compute);
        } else if (const std::uint32_t named = m_scheduleOf.find(key); named != KeyIndex::kNone) {
            slice.name = m_schedule[named].name;
        }
        const TrackId track = m_lanes.stream(device, table.integer(6));
        m_reader.builder().addSlice(track, slice);
        m_reader.cover(slice.start, slice.start + slice.duration);
        if (part == KeyIndex::kNone) {
            m_links.addDevice(m_lanes.ranks().ofDevice(device), {table.integer(3), slice.start, track, slice.ref});
            continue;
        }
        slice.name = m_parts[part].name;
        m_reader.builder().addSlice(m_lanes.plane(device, m_parts[part].group, m_parts[part].plane), slice);
        noteDevice(m_parts[part].operation, device);
    }
}

void DeviceTables::addKernel(const TableScan& task, const TableScan::Times& times, std::uint32_t row)
{
    const Compute& compute = m_compute[row];
    KernelRow kernel;
    kernel.device = task.integer(2);
    kernel.rank = m_lanes.ranks().ofDevice(kernel.device);
    kernel.step = stepOf(task.integer(3), times.start);
    kernel.start = times.start;
    kernel.duration = times.duration;
    kernel.wait = Duration{compute.wait == kNoInteger ? -1 : compute.wait};
    kernel.name = compute.name;
    kernel.type = compute.type;
    kernel.core = compute.core;
    kernel.stream = task.integer(6);
    kernel.task = task.integer(7);
    kernel.blockDim = compute.blockDim;
    kernel.mixBlockDim = compute.mixBlockDim;
    kernel.opState = compute.opState;
    kernel.inputShapes = compute.inputShapes;
    kernel.inputTypes = compute.inputTypes;
    kernel.inputFormats = compute.inputFormats;
    kernel.outputShapes = compute.outputShapes;
    kernel.outputTypes = compute.outputTypes;
    kernel.outputFormats = compute.outputFormats;
    kernel.ref = task.ref();
    for (const auto& [name, metric] : m_metrics) {
        if (std::isnan(metric.values[row]))
            continue;
        if (kernel.metrics.size() <= metric.column)
            kernel.metrics.resize(metric.column + 1, std::numeric_limits<double>::quiet_NaN());
        kernel.metrics[metric.column] = metric.values[row];
    }
    m_reader.builder().addKernel(std::move(kernel));
}

void DeviceTables::readCollectives()
{
    const StringId core = m_reader.builder().intern("COMMUNICATION");
    TableScan table(
        m_reader, "COMMUNICATION_OP",
        {"startNs", "endNs", "opName", "opType", "groupName", "connectionId", "opId", "deviceId", "waitNs"});
    while (table.next()) {
        const auto times = table.times(0, 1);
        if (!times)
            continue;
        std::int64_t device = table.integer(7);
        const auto known = m_deviceOf.find(table.integer(6));
        if (device == kNoInteger)
            device = known != m_deviceOf.end() ? known->second : m_anyDevice.value_or(kNoInteger);
        SliceRow slice;
        slice.start = times->start;
        slice.duration = times->duration;
        slice.ref = table.ref();
        slice.name = table.string(2);
        const TrackId track = m_lanes.group(device, table.string(4));
        m_reader.builder().addSlice(track, slice);
        m_reader.cover(slice.start, slice.start + slice.duration);
        const RankId rank = m_lanes.ranks().ofDevice(device);
        m_links.addDevice(rank, {table.integer(5), slice.start, track, slice.ref});
        KernelRow kernel;
        kernel.rank = rank;
        kernel.step = stepOf(table.integer(5), slice.start);
        kernel.start = slice.start;
        kernel.duration = slice.duration;
        if (table.integer(8) != kNoInteger)
            kernel.wait = Duration{table.integer(8)};
        kernel.name = slice.name;
        kernel.type = table.string(3);
        kernel.core = core;
        kernel.device = device;
        kernel.ref = slice.ref;
        m_reader.builder().addKernel(std::move(kernel));
    }
}

} // namespace tideline
