// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/kernel_table.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/export/torch_npu/comm_words.h"
#include "core/export/torch_npu/line_text.h"
#include "core/export/torch_npu/pmu_cells.h"
#include "core/export/torch_npu/tensor_text.h"
#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

constexpr const char* kLevel0Header =
    "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim";
constexpr const char* kHeader = "Step Id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),"
                                "Duration(us),Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible";
constexpr const char* kMsprofHeader =
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task Duration(us),"
    "Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible";
constexpr const char* kTensorHeader = ",Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,"
                                      "Output Formats,Context ID";
constexpr const char* kMissingTensors = ",N/A,N/A,N/A,N/A,N/A,N/A,N/A";

std::string tensorCells(const std::vector<capture::Tensor>& tensors)
{
    if (tensors.empty())
        return ",N/A,N/A,N/A";
    return fmt::format(",\"\"\"{}\"\"\",{},{}", capture::shapeText(tensors), dataTypesText(tensors),
                       formatsText(tensors));
}

} // namespace

std::string KernelTable::header() const
{
    if (m_form == KernelTableForm::Msprof)
        return kMsprofHeader + std::string(kTensorHeader) + (m_detailed ? pmuHeader(m_rank) : std::string());
    return m_detailed ? kHeader + std::string(kTensorHeader) + pmuHeader(m_rank) : std::string(kLevel0Header);
}

Status KernelTable::open(const std::filesystem::path& folder, const capture::RankInfo& rank, KernelTableForm form,
                         const std::string& suffix)
{
    m_folder = folder;
    m_suffix = suffix;
    m_rank = rank;
    m_form = form;
    m_detailed = rank.taskLevel != capture::TraceLevel::Kernels;
    m_missing = m_detailed ? missingPmuCells(rank) : std::string();
    const bool framework = form == KernelTableForm::Framework;
    const Status opened = m_file.open(folder / ((framework ? "kernel_details" : "op_summary") + suffix + ".csv"));
    if (opened)
        m_file.write(header() + "\r\n");
    return opened;
}

std::string KernelTable::firstCell(std::uint32_t step) const
{
    return std::to_string(m_form == KernelTableForm::Framework ? step : m_rank.deviceId);
}

KernelTable::KernelTexts KernelTable::makeTexts(const capture::KernelInfo& info)
{
    const std::string core(capture::coreName(info.core));
    KernelTexts out{info.name, info.type, {}, {}, &m_statistics[{info.type, core}]};
    if (m_detailed) {
        out.before = fmt::format(",{},{},{},{}", info.name, info.type, info.state, core);
        out.after = fmt::format("{},{},{}", info.blocks, info.mixBlocks, info.hf32 ? "YES" : "NO")
                    + tensorCells(info.inputs) + tensorCells(info.outputs) + ",N/A";
    } else if (m_form == KernelTableForm::Framework) {
        out.before = fmt::format(",{},N/A,N/A", info.name);
        out.after = "0";
    } else {
        out.before = fmt::format(",{},N/A,N/A,N/A", info.name);
        out.after = std::string("0,0,NO") + kMissingTensors;
    }
    return out;
}

const KernelTable::KernelTexts& KernelTable::textsOf(const capture::KernelInfo& info)
{
    std::unique_ptr<KernelTexts>& known = m_texts[&info];
    // The place may have been given to another kernel since.
    if (known && (known->name != info.name || known->type != info.type))
        m_former.push_back(std::move(known));
    if (!known)
        known = std::make_unique<KernelTexts>(makeTexts(info));
    return *known;
}

void KernelTable::add(const capture::KernelRecord& kernel)
{
    const KernelTexts& texts = textsOf(*kernel.info);
    const std::int64_t ns = kernel.endNs - kernel.startNs;
    Row row;
    row.start = m_rank.clock.wallOfDevice(kernel.startNs);
    row.duration = ns;
    row.step = kernel.step;
    row.stream = kernel.stream;
    row.task = kernel.task;
    row.texts = &texts;
    row.cells = row.after = m_cells.size();
    if (m_detailed)
        addPmuCells(m_cells, m_rank, kernel);
    row.end = m_cells.size();
    m_rows.push_back(row);
    Statistic& statistic = *texts.statistic;
    statistic.least = statistic.count == 0 ? ns : std::min(statistic.least, ns);
    statistic.most = std::max(statistic.most, ns);
    statistic.total += ns;
    ++statistic.count;
}

void KernelTable::add(const capture::TotalRecord& total)
{
    Statistic& statistic = m_statistics[{total.type, std::string(capture::coreName(total.core))}];
    statistic.least = statistic.count == 0 ? total.leastNs : std::min(statistic.least, total.leastNs);
    statistic.most = std::max(statistic.most, total.mostNs);
    statistic.total += total.totalNs;
    statistic.count += static_cast<std::int64_t>(total.count);
}

void KernelTable::add(const capture::CommRecord& operation)
{
    Row row;
    row.start = m_rank.clock.wallOfDevice(operation.startNs);
    row.duration = operation.endNs - operation.startNs;
    row.cells = m_cells.size();
    const std::string type = operationType(operation);
    const bool framework = m_form == KernelTableForm::Framework;
    if (m_detailed || !framework) {
        m_cells += fmt::format("{},4294967295,N/A,N/A,{},{},N/A,{}", firstCell(operation.step), operation.name, type,
                               framework ? "HCCL" : "COMMUNICATION");
        row.after = m_cells.size();
        m_cells.append("0,N/A,N/A").append(kMissingTensors).append(m_missing);
    } else {
        m_cells += fmt::format("{},{},{},HCCL", operation.step, operation.name, type);
        row.after = m_cells.size();
        m_cells += '0';
    }
    row.end = m_cells.size();
    m_rows.push_back(row);
}

void KernelTable::writeRow(const Row& row, std::int64_t wait)
{
    const std::string_view cells = m_cells;
    const std::string_view after = cells.substr(row.after, row.end - row.after);
    const Micros start{row.start};
    const MicrosNumber duration{row.duration};
    if (!row.texts)
        return m_file.put(cells.substr(row.cells, row.after - row.cells), ",", start, "\t,", duration, ",",
                          MicrosNumber{wait}, ",", after, "\r\n");
    m_file.put(m_form == KernelTableForm::Framework ? row.step : m_rank.deviceId);
    if (m_detailed || m_form == KernelTableForm::Msprof)
        m_file.put(",4294967295,", row.task, ",", row.stream);
    m_file.put(std::string_view(row.texts->before), ",", start, "\t,", duration, ",", MicrosNumber{wait}, ",",
               std::string_view(row.texts->after), after, "\r\n");
}

void KernelTable::endStep()
{
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.start < b.start; });
    for (const Row& row : m_rows) {
        writeRow(row, m_last ? std::max<std::int64_t>(0, row.start - m_last->first - m_last->second) : 0);
        m_last = {row.start, row.duration};
    }
    m_rows.clear();
    m_cells.clear();
    m_former.clear();
}

Status KernelTable::close()
{
    endStep();
    const Status closed = m_file.close();
    if (!closed || (!m_detailed && m_form == KernelTableForm::Framework))
        return closed;
    return writeStatistics();
}

Status KernelTable::writeStatistics() const
{
    using Entry = std::pair<std::pair<std::string, std::string>, Statistic>;
    std::vector<Entry> entries(m_statistics.begin(), m_statistics.end());
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.second.total > b.second.total; });
    std::int64_t sum = 0;
    for (const Entry& entry : entries)
        sum += entry.second.total;
    OutputFile file;
    const Status opened = file.open(m_folder / ("op_statistic" + m_suffix + ".csv"));
    if (!opened)
        return opened;
    const bool framework = m_form == KernelTableForm::Framework;
    const std::string device = framework ? std::string() : std::to_string(m_rank.deviceId) + ",";
    file.print("{}OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n",
               framework ? "" : "Device_id,");
    for (const auto& [key, s] : entries)
        file.print("{}{},{},{},{},{},{},{},{}\n", device, key.first, key.second, s.count, microsNumber(s.total),
                   microsNumber(s.least), microsNumber((s.total + s.count / 2) / s.count), microsNumber(s.most),
                   decimal(100.0 * static_cast<double>(s.total) / static_cast<double>(sum), 3));
    return file.close();
}

} // namespace tideline::torch_npu
