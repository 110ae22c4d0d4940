// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/store/column.h"
#include "core/store/trace.h"

namespace tideline {

/// Times of the memory pipes and of the cores of kernels, in ns.
class CoreTimes {
public:
    explicit CoreTimes(const Trace& trace)
    {
        for (const NamedColumn& column : trace.kernels().metrics) {
            for (std::size_t i = 0; i < kNames.size(); ++i) {
                for (const std::string_view name : kNames[i]) {
                    if (!name.empty() && column.name == name && !m_columns[i])
                        m_columns[i].emplace(column.values);
                }
            }
        }
    }
    double load(std::uint32_t row) { return std::max(value(0, row), value(1, row)); }
    double store(std::uint32_t row) { return std::max(value(2, row), value(3, row)); }
    double core(std::uint32_t row) { return std::max(value(4, row), value(5, row)); }

private:
    static constexpr std::array<std::array<std::string_view, 2>, 6> kNames = {{
        {"aic_mte2_time(us)", "aic_mte2_time"},
        {"aiv_mte2_time(us)", "aiv_mte2_time"},
        {"aic_fixpipe_time(us)", "aic_fixpipe_time"},
        {"aiv_mte3_time(us)", "aiv_mte3_time"},
        {"aicore_time(us)", "aic_total_time"},
        {"aiv_time(us)", "aiv_total_time"},
    }};
    double value(std::size_t column, std::uint32_t row)
    {
        constexpr double kNsPerUs = 1000;
        const double us = m_columns[column] ? (*m_columns[column])[row] : 0;
        return std::isnan(us) ? 0 : us * kNsPerUs;
    }
    std::array<std::optional<ColumnReader<double>>, 6> m_columns;
};

} // namespace tideline
