// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/operator_table.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/export/torch_npu/line_text.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

/// Tensors one a line, as the framework's own tables have them.
std::string shapesCell(const std::vector<capture::Tensor>& inputs)
{
    if (inputs.empty())
        return {};
    std::string out = "\"";
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        out += i > 0 ? ";\n" : "";
        out += capture::shapeText({inputs[i]});
    }
    return out + "\"";
}

/// Frames one a line, innermost first.
std::string stackCell(const capture::HostCall& call)
{
    if (call.callStack.empty())
        return {};
    std::string out = "\"";
    for (const char c : call.callStack) {
        if (c == '\n')
            out += ';';
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return out + "\"";
}

} // namespace

Status OperatorTable::open(const std::filesystem::path& folder)
{
    const Status opened = m_file.open(folder / "operator_details.csv");
    if (opened)
        m_file.write("Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),"
                     "Device Self Duration(us),Device Total Duration(us),Device Self Duration With AICore(us),"
                     "Device Total Duration With AICore(us)\n");
    return opened;
}

void OperatorTable::add(const capture::HostRecord& record)
{
    if (record.call->layer != capture::HostLayer::Operator || record.call->name.starts_with("ProfilerStep#"))
        return;
    Row row;
    row.id = record.id;
    row.parent = record.parent;
    row.step = record.step;
    row.start = record.startNs;
    row.call = record.call;
    row.host = record.endNs - record.startNs;
    m_rows.push_back(row);
}

void OperatorTable::addDevice(std::uint64_t operatorId, std::int64_t ns, bool onAiCore)
{
    if (operatorId == 0)
        return;
    m_device.push_back({operatorId, ns, onAiCore, false});
}

void OperatorTable::addDeviceTimes(std::vector<Row>& rows)
{
    std::sort(m_device.begin(), m_device.end(),
              [](const DeviceTime& a, const DeviceTime& b) { return a.operatorId < b.operatorId; });
    for (Row& row : rows) {
        auto time = std::lower_bound(m_device.begin(), m_device.end(), row.id,
                                     [](const DeviceTime& a, std::uint64_t id) { return a.operatorId < id; });
        for (; time != m_device.end() && time->operatorId == row.id; ++time) {
            row.device = row.deviceTotal += time->ns;
            row.core = row.coreTotal += time->onAiCore ? time->ns : 0;
            time->written = true;
        }
    }
    std::erase_if(m_device, [](const DeviceTime& time) { return time.written; });
}

void OperatorTable::addToParents(std::vector<Row>& rows)
{
    // Ids grow with the start of an operator, so going down from the last one meets children before parents.
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const auto parent = std::lower_bound(rows.begin(), rows.end(), row->parent,
                                             [](const Row& a, std::uint64_t id) { return a.id < id; });
        if (parent == rows.end() || parent->id != row->parent)
            continue;
        parent->hostChildren += row->host;
        parent->deviceTotal += row->deviceTotal;
        parent->coreTotal += row->coreTotal;
    }
}

void OperatorTable::endStep(std::uint32_t step)
{
    const auto rest =
        std::stable_partition(m_rows.begin(), m_rows.end(), [step](const Row& row) { return row.step <= step; });
    std::vector<Row> rows(m_rows.begin(), rest);
    m_rows.erase(m_rows.begin(), rest);
    addDeviceTimes(rows);
    addToParents(rows);
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.start < b.start; });
    for (const Row& row : rows)
        m_file.put(cellsOf(*row.call), ",", MicrosNumber{row.host - row.hostChildren}, ",", MicrosNumber{row.host}, ",",
                   MicrosNumber{row.device}, ",", MicrosNumber{row.deviceTotal}, ",", MicrosNumber{row.core}, ",",
                   MicrosNumber{row.coreTotal}, "\n");
}

const std::string& OperatorTable::cellsOf(const capture::HostCall& call)
{
    const auto [known, fresh] = m_cells.try_emplace(&call);
    if (fresh)
        known->second = call.name + "," + shapesCell(call.inputs) + "," + stackCell(call);
    return known->second;
}

Status OperatorTable::close()
{
    endStep(std::numeric_limits<std::uint32_t>::max());
    return m_file.close();
}

std::string apiLevel(const capture::HostCall& call)
{
    switch (call.layer) {
    case capture::HostLayer::Operator:
    case capture::HostLayer::PythonFunction:
    case capture::HostLayer::Enqueue:
    case capture::HostLayer::Dequeue: return {};
    case capture::HostLayer::Acl: return "acl";
    case capture::HostLayer::Node: return "node";
    case capture::HostLayer::Runtime: return "runtime";
    case capture::HostLayer::Communication: return "hccl";
    }
    return {};
}

void ApiStatistics::add(const capture::HostRecord& record)
{
    Entry*& entry = m_byCall[record.call];
    if (!entry) {
        const std::string level = apiLevel(*record.call);
        if (level.empty())
            return;
        const std::string& name = record.call->name;
        entry = &m_entries[{level, name.substr(name.find('@') + 1)}];
    }
    const std::int64_t length = record.endNs - record.startNs;
    entry->least = entry->count == 0 ? length : std::min(entry->least, length);
    entry->most = std::max(entry->most, length);
    entry->total += length;
    entry->squares += static_cast<double>(length) * static_cast<double>(length) * 1e-6;
    ++entry->count;
}

Status ApiStatistics::write(const std::filesystem::path& folder, const std::string& suffix) const
{
    OutputFile file;
    const Status opened = file.open(folder / ("api_statistic" + suffix + ".csv"));
    if (!opened)
        return opened;
    file.print("{}Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n",
               suffix.empty() ? "" : "Device_id,");
    for (const auto& [key, e] : m_entries) {
        const double average = static_cast<double>(e.total) * 1e-3 / static_cast<double>(e.count);
        const double variance = std::max(0.0, e.squares / static_cast<double>(e.count) - average * average);
        file.print("{}{},{},{},{},{},{},{},{}\n", suffix.empty() ? "" : "host,", key.first, key.second,
                   microsNumber(e.total), e.count, decimal(average, 3), microsNumber(e.least), microsNumber(e.most),
                   decimal(variance, 3));
    }
    return file.close();
}

} // namespace tideline::torch_npu
