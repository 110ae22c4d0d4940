// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/kernel_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

namespace {

constexpr const char* kLevel0Header =
    "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\r\n";
constexpr const char* kHeader =
    "Step Id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),"
    "Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,"
    "Output Shapes,Output Data Types,Output Formats,Context ID,aicore_time(us),aic_total_cycles,"
    "aic_mac_time(us),aic_mac_ratio,aic_scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,"
    "aic_mte2_time(us),aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,"
    "aiv_time(us),aiv_total_cycles,aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,"
    "aiv_mte2_time(us),aiv_mte2_ratio,aiv_mte3_time(us),aiv_mte3_ratio,aiv_icache_miss_rate,"
    "cube_utilization(%)\r\n";
constexpr int kMissingCells = 32; // of a communication row, after the mix block cell

std::string join(const std::vector<capture::Tensor>& tensors, bool formats)
{
    std::string out;
    for (const capture::Tensor& tensor : tensors) {
        if (!out.empty())
            out += ';';
        if (formats)
            out += tensor.format == "ND" ? "FORMAT_ND" : tensor.format;
        else
            out += capture::deviceName(tensor.dtype);
    }
    return out;
}

std::string tensorCells(const std::vector<capture::Tensor>& tensors)
{
    if (tensors.empty())
        return ",N/A,N/A,N/A";
    return fmt::format(",\"\"\"{}\"\"\",{},{}", capture::shapeText(tensors), join(tensors, false), join(tensors, true));
}

std::string pipe(double activeUs, double ratio)
{
    return fmt::format(",{},{}", decimal(activeUs * ratio, 3), decimal(ratio, 3));
}

std::string pipeCells(const capture::PipeCounters& p)
{
    std::string out = fmt::format(",{},{}", decimal(p.cubeTimeUs, 3), p.cubeCycles);
    for (const double ratio : {p.mac, p.cubeScalar, p.mte1, p.cubeMte2, p.fixpipe})
        out += pipe(p.cubeTimeUs, ratio);
    out += ',' + decimal(p.cubeCacheMiss, 3);
    out += fmt::format(",{},{}", decimal(p.vectorTimeUs, 3), p.vectorCycles);
    for (const double ratio : {p.vec, p.vectorScalar, p.vectorMte2, p.vectorMte3})
        out += pipe(p.vectorTimeUs, ratio);
    out += ',' + decimal(p.vectorCacheMiss, 3);
    out += p.cubeCycles > 0 ? ',' + decimal(p.cubeUtilisation, 3) : std::string(",0");
    return out;
}

} // namespace

Status KernelTable::open(const std::filesystem::path& folder, const capture::RankInfo& rank)
{
    m_folder = folder;
    m_clock = rank.clock;
    m_detailed = rank.level != capture::TraceLevel::Kernels;
    const Status opened = m_file.open(folder / "kernel_details.csv");
    if (opened)
        m_file.write(m_detailed ? kHeader : kLevel0Header);
    return opened;
}

void KernelTable::add(const capture::KernelRecord& kernel)
{
    const capture::KernelInfo& info = *kernel.info;
    const std::string core(capture::coreName(info.core));
    Row row;
    row.start = m_clock.wallOfDevice(kernel.startNs);
    row.duration = kernel.endNs - kernel.startNs;
    if (m_detailed) {
        row.before = fmt::format("{},4294967295,{},{},{},{},{},{}", kernel.step, kernel.task, kernel.stream, info.name,
                                 info.type, info.state, core);
        row.after = fmt::format("{},{},{}", info.blocks, info.mixBlocks, info.hf32 ? "YES" : "NO")
                    + tensorCells(info.inputs) + tensorCells(info.outputs) + ",N/A" + pipeCells(kernel.pipes);
    } else {
        row.before = fmt::format("{},{},N/A,N/A", kernel.step, info.name);
        row.after = "0";
    }
    m_rows.push_back(std::move(row));
    Statistic& statistic = m_statistics[{info.type, core}];
    const std::int64_t length = kernel.endNs - kernel.startNs;
    statistic.least = statistic.count == 0 ? length : std::min(statistic.least, length);
    statistic.most = std::max(statistic.most, length);
    statistic.total += length;
    ++statistic.count;
}

void KernelTable::add(const capture::CommRecord& operation)
{
    Row row;
    row.start = m_clock.wallOfDevice(operation.startNs);
    row.duration = operation.endNs - operation.startNs;
    const std::string type = "hcom_" + operation.operation + "_";
    if (m_detailed) {
        row.before = fmt::format("{},4294967295,N/A,N/A,{},{},N/A,HCCL", operation.step, operation.name, type);
        row.after = "0,N/A,N/A";
        for (int i = 0; i < kMissingCells; ++i)
            row.after += ",N/A";
    } else {
        row.before = fmt::format("{},{},{},HCCL", operation.step, operation.name, type);
        row.after = "0";
    }
    m_rows.push_back(std::move(row));
}

void KernelTable::endStep()
{
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.start < b.start; });
    for (const Row& row : m_rows) {
        const std::int64_t wait = m_last ? std::max<std::int64_t>(0, row.start - m_last->first - m_last->second) : 0;
        m_file.write(fmt::format("{},{}\t,{},{},{}\r\n", row.before, micros(row.start), microsNumber(row.duration),
                                 microsNumber(wait), row.after));
        m_last = {row.start, row.duration};
    }
    m_rows.clear();
}

Status KernelTable::close()
{
    endStep();
    const Status closed = m_file.close();
    if (!closed || !m_detailed)
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
    const Status opened = file.open(m_folder / "op_statistic.csv");
    if (!opened)
        return opened;
    file.write("OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n");
    for (const auto& [key, s] : entries)
        file.write(fmt::format("{},{},{},{},{},{},{},{}\n", key.first, key.second, s.count, microsNumber(s.total),
                               microsNumber(s.least), microsNumber((s.total + s.count / 2) / s.count),
                               microsNumber(s.most),
                               decimal(100.0 * static_cast<double>(s.total) / static_cast<double>(sum), 3)));
    return file.close();
}

} // namespace tideline::torch_npu
