// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics/own_metrics.h"

#include <algorithm>
#include <limits>

#include "core/export/torch_npu/pmu_cells.h"

namespace tideline {

std::vector<std::string> metricColumns(capture::PmuGroup group)
{
    return torch_npu::pmuNames(group);
}

bool matchesPattern(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t place = 0;
    std::size_t star = std::string_view::npos; // the last * met, and the text it has taken so far
    std::size_t taken = 0;
    while (at < text.size()) {
        if (place < pattern.size() && pattern[place] == '*') {
            star = place++;
            taken = at;
        } else if (place < pattern.size() && (pattern[place] == '?' || pattern[place] == text[at])) {
            ++place;
            ++at;
        } else if (star != std::string_view::npos) {
            place = star + 1;
            at = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', place) == std::string_view::npos;
}

OwnMetrics::OwnMetrics(const std::vector<OwnMetric>& metrics, capture::PmuGroup group) : m_group(group)
{
    constexpr double kMicrosPerNano = 1e-3;
    const std::vector<std::string> columns = metricColumns(group);
    for (const std::string& column : columns)
        m_factors.push_back(column.ends_with("_time") ? kMicrosPerNano : 1);
    for (const OwnMetric& metric : metrics) {
        Planned planned;
        for (const ColumnUse& use : metric.formula.columns()) {
            const auto found = std::find(columns.begin(), columns.end(), use.name);
            if (found != columns.end())
                planned.columns.push_back(static_cast<std::size_t>(found - columns.begin()));
        }
        if (planned.columns.size() != metric.formula.columns().size())
            continue;
        planned.metric = metric;
        planned.operands.resize(planned.columns.size());
        m_metrics.push_back(std::move(planned));
    }
    m_values.resize(m_metrics.size());
}

std::vector<std::string> OwnMetrics::names() const
{
    std::vector<std::string> out;
    for (const Planned& planned : m_metrics)
        out.push_back(planned.metric.name);
    return out;
}

std::span<const double> OwnMetrics::valuesOf(const capture::KernelRecord& kernel)
{
    std::fill(m_values.begin(), m_values.end(), std::numeric_limits<double>::quiet_NaN());
    if (!kernel.counted)
        return m_values;
    torch_npu::pmuValues(kernel, m_group, m_counters);
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
        Planned& planned = m_metrics[i];
        const std::string& pattern = planned.metric.operators;
        if (!pattern.empty() && !matchesPattern(kernel.info->type, pattern)
            && !matchesPattern(kernel.info->name, pattern))
            continue;
        for (std::size_t k = 0; k < planned.columns.size(); ++k)
            planned.operands[k] = m_counters[planned.columns[k]] * m_factors[planned.columns[k]];
        m_values[i] = planned.metric.formula.evaluate(planned.operands);
    }
    return m_values;
}

} // namespace tideline
