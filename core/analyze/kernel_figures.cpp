// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/kernel_figures.h"

#include <cmath>

namespace tideline {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kKibibyte = 1024;

} // namespace

KernelFigures::KernelFigures(const Trace& trace)
    : m_trace(&trace), m_duration(trace.kernels().duration), m_core(trace.kernels().core)
{
    for (const NamedColumn& column : trace.kernels().metrics)
        addColumn(column);
}

void KernelFigures::addColumn(const NamedColumn& column)
{
    const std::string_view name = column.name;
    const auto add = [&column](std::vector<Source>& into, double factor, bool isRate) {
        into.push_back({ColumnReader<double>(column.values), factor, isRate});
    };
    // GB/s are decimal: bytes per ns. Sizes in KB are binary.
    if (name == "cube_utilization(%)")
        add(m_cube, 0.01, false);
    else if (name == "ai_core_utilization")
        add(m_utilization, 1, false);
    else if (name == "l2_cache_hit_rate")
        add(m_l2, 1, false);
    else if (name.ends_with("main_mem_read_bw(GB/s)"))
        add(m_read, 1, true);
    else if (name.ends_with("main_mem_write_bw(GB/s)"))
        add(m_write, 1, true);
    else if (name.ends_with("read_main_memory_datas(KB)"))
        add(m_read, kKibibyte, false);
    else if (name.ends_with("write_main_memory_datas(KB)"))
        add(m_write, kKibibyte, false);
    else if (name == "memory_read_bytes")
        add(m_read, 1, false);
    else if (name == "memory_write_bytes")
        add(m_write, 1, false);
}

double KernelFigures::utilization(std::uint32_t row)
{
    if (!m_cube.empty()) {
        const std::string_view core = m_trace->text(m_core[row]);
        return core == "AI_CORE" || core == "MIX_AIC" ? m_cube.front().values[row] * m_cube.front().factor : kMissing;
    }
    return m_utilization.empty() ? kMissing : m_utilization.front().values[row];
}

double KernelFigures::bytes(std::vector<Source>& sources, std::uint32_t row)
{
    double sum = kMissing;
    for (Source& source : sources) {
        double value = source.values[row] * source.factor;
        if (source.isRate)
            value *= static_cast<double>(m_duration[row].ns);
        if (!std::isnan(value))
            sum = std::isnan(sum) ? value : sum + value;
    }
    return sum;
}

double KernelFigures::readBytes(std::uint32_t row)
{
    return bytes(m_read, row);
}

double KernelFigures::writeBytes(std::uint32_t row)
{
    return bytes(m_write, row);
}

double KernelFigures::l2Hit(std::uint32_t row)
{
    return m_l2.empty() ? kMissing : m_l2.front().values[row];
}

} // namespace tideline
