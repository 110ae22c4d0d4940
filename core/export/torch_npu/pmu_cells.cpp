// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/pmu_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/export/torch_npu/line_text.h"

namespace tideline::torch_npu {

namespace {

constexpr std::string_view kPipeHeader =
    ",aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,aic_scalar_time(us),aic_scalar_ratio,"
    "aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,"
    "aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),"
    "aiv_scalar_ratio,aiv_mte2_time(us),aiv_mte2_ratio,aiv_mte3_time(us),aiv_mte3_ratio,aiv_icache_miss_rate,"
    "cube_utilization(%)";
constexpr int kValueDecimals = 6; // counts and bandwidths reach from 1e-3 to 1e9

bool isVector(std::string_view column)
{
    return column.starts_with("aiv_");
}

void addCell(std::string& out, double value, int places = 3)
{
    char text[1 + mostChars(Decimal{})] = {','};
    out.append(text, store(text + 1, Decimal{value, places}));
}

void addCell(std::string& out, std::int64_t value)
{
    char text[1 + kMostDigits] = {','};
    out.append(text, store(text + 1, value));
}

void addPipe(std::string& out, double activeUs, double ratio)
{
    addCell(out, activeUs * ratio);
    addCell(out, ratio);
}

void addPipeCells(std::string& out, const capture::PipeCounters& p)
{
    addCell(out, p.cubeTimeUs);
    addCell(out, p.cubeCycles);
    for (const double ratio : {p.mac, p.cubeScalar, p.mte1, p.cubeMte2, p.fixpipe})
        addPipe(out, p.cubeTimeUs, ratio);
    addCell(out, p.cubeCacheMiss);
    addCell(out, p.vectorTimeUs);
    addCell(out, p.vectorCycles);
    for (const double ratio : {p.vec, p.vectorScalar, p.vectorMte2, p.vectorMte3})
        addPipe(out, p.vectorTimeUs, ratio);
    addCell(out, p.vectorCacheMiss);
    if (p.cubeCycles > 0)
        addCell(out, p.cubeUtilisation);
    else
        addCell(out, std::int64_t{0});
}

/// The totals of one kind of core and the columns of its part of the group, in the group's order.
template <typename Total, typename Column>
void eachPart(capture::PmuGroup group, Total&& total, Column&& column)
{
    const auto columns = capture::pmuColumns(group);
    for (const bool vector : {false, true}) {
        total(vector);
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (isVector(columns[i]) == vector)
                column(i, columns[i]);
    }
}

/// aic_l1_read_bw(GB/s) is aic_l1_read_bw in the database.
std::string withoutUnit(std::string_view column)
{
    return std::string(column.substr(0, column.find('(')));
}

constexpr double kNanosPerMicro = 1000;

/// In the order of pipeValues(). A vector core has no matrix unit and no first transfer engine; the database has their
/// zeros all the same.
constexpr std::array<std::string_view, 28> kPipeNames = {
    "aic_total_time",   "aic_total_cycles",  "aic_mac_time",         "aic_mac_ratio",  "aic_scalar_time",
    "aic_scalar_ratio", "aic_mte1_time",     "aic_mte1_ratio",       "aic_mte2_time",  "aic_mte2_ratio",
    "aic_fixpipe_time", "aic_fixpipe_ratio", "aic_icache_miss_rate", "aiv_total_time", "aiv_total_cycles",
    "aiv_vec_time",     "aiv_vec_ratio",     "aiv_mac_time",         "aiv_mac_ratio",  "aiv_scalar_time",
    "aiv_scalar_ratio", "aiv_mte1_time",     "aiv_mte1_ratio",       "aiv_mte2_time",  "aiv_mte2_ratio",
    "aiv_mte3_time",    "aiv_mte3_ratio",    "aiv_icache_miss_rate"};

void pipeValues(const capture::PipeCounters& p, std::vector<double>& out)
{
    const double cubeNs = p.cubeTimeUs * kNanosPerMicro;
    out.insert(out.end(), {cubeNs, static_cast<double>(p.cubeCycles)});
    for (const double ratio : {p.mac, p.cubeScalar, p.mte1, p.cubeMte2, p.fixpipe})
        out.insert(out.end(), {cubeNs * ratio, ratio});
    const double vectorNs = p.vectorTimeUs * kNanosPerMicro;
    out.insert(out.end(), {p.cubeCacheMiss, vectorNs, static_cast<double>(p.vectorCycles)});
    for (const double ratio : {p.vec, 0.0, p.vectorScalar, 0.0, p.vectorMte2, p.vectorMte3})
        out.insert(out.end(), {vectorNs * ratio, ratio});
    out.push_back(p.vectorCacheMiss);
}

void addHeader(capture::PmuGroup group, std::string& out)
{
    eachPart(
        group,
        [&out](bool vector) { out += vector ? ",aiv_time(us),aiv_total_cycles" : ",aicore_time(us),aic_total_cycles"; },
        [&out](std::size_t, std::string_view column) { out.append(",").append(column); });
}

} // namespace

std::string pmuHeader(const capture::RankInfo& rank)
{
    if (!rank.aiCore)
        return {};
    std::string out;
    if (rank.pmuGroup == capture::PmuGroup::PipeUtilization)
        out = kPipeHeader;
    else
        addHeader(rank.pmuGroup, out);
    for (const std::string& name : rank.ownMetrics)
        out.append(",").append(name);
    return out;
}

void addPmuCells(std::string& out, const capture::RankInfo& rank, const capture::KernelRecord& kernel)
{
    if (!rank.aiCore)
        return;
    const capture::PipeCounters& p = kernel.pipes;
    if (!kernel.counted) {
        out += missingPmuCells(rank);
        return;
    }
    if (rank.pmuGroup == capture::PmuGroup::PipeUtilization)
        addPipeCells(out, p);
    else
        eachPart(
            rank.pmuGroup,
            [&](bool vector) {
                addCell(out, vector ? p.vectorTimeUs : p.cubeTimeUs);
                addCell(out, vector ? p.vectorCycles : p.cubeCycles);
            },
            [&](std::size_t i, std::string_view) { addCell(out, kernel.pmu.values[i], kValueDecimals); });
    for (const double value : kernel.ownValues) {
        if (std::isnan(value))
            out += ",N/A";
        else
            addCell(out, value, kValueDecimals);
    }
}

std::string missingPmuCells(const capture::RankInfo& rank)
{
    const std::string header = pmuHeader(rank);
    std::string out;
    for (auto left = std::count(header.begin(), header.end(), ','); left > 0; --left)
        out += ",N/A";
    return out;
}

std::vector<std::string> pmuNames(capture::PmuGroup group)
{
    if (group == capture::PmuGroup::PipeUtilization)
        return {kPipeNames.begin(), kPipeNames.end()};
    std::vector<std::string> out;
    eachPart(
        group,
        [&](bool vector) {
            out.emplace_back(vector ? "aiv_total_time" : "aic_total_time");
            out.emplace_back(vector ? "aiv_total_cycles" : "aic_total_cycles");
        },
        [&](std::size_t, std::string_view column) { out.push_back(withoutUnit(column)); });
    return out;
}

void pmuValues(const capture::KernelRecord& kernel, capture::PmuGroup group, std::vector<double>& out)
{
    const capture::PipeCounters& p = kernel.pipes;
    out.clear();
    if (group == capture::PmuGroup::PipeUtilization)
        return pipeValues(p, out);
    eachPart(
        group,
        [&](bool vector) {
            out.push_back(kNanosPerMicro * (vector ? p.vectorTimeUs : p.cubeTimeUs));
            out.push_back(static_cast<double>(vector ? p.vectorCycles : p.cubeCycles));
        },
        [&](std::size_t i, std::string_view) { out.push_back(kernel.pmu.values[i]); });
}

} // namespace tideline::torch_npu
