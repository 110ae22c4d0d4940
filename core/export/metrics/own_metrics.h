// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/capture/records.h"
#include "core/export/metrics/metric_expression.h"

namespace tideline {

/// A metric that a user defined over the counters of a kernel.
struct OwnMetric {
    std::string name;
    std::string operators; ///< kernels whose type or name matches, with * and ?; empty: all
    MetricExpression formula;
};

/// The counters that a formula may name: those of the database, times in microseconds.
std::vector<std::string> metricColumns(capture::PmuGroup group);

/// True when the whole text matches; * stands for any characters, ? for one. Cost: O(text × pattern).
bool matchesPattern(std::string_view text, std::string_view pattern);

/// Works out the metrics of each kernel of a rank.
class OwnMetrics {
public:
    OwnMetrics() = default;
    /// Leaves out the metrics that need a counter of another group.
    OwnMetrics(const std::vector<OwnMetric>& metrics, capture::PmuGroup group);

    std::vector<std::string> names() const;
    bool empty() const { return m_metrics.empty(); }
    /// In the order of names(); NaN: the kernel has none. Valid until the next call.
    std::span<const double> valuesOf(const capture::KernelRecord& kernel);

private:
    struct Planned {
        OwnMetric metric;
        std::vector<std::size_t> columns; ///< of the group
        std::vector<double> operands;
    };

    capture::PmuGroup m_group = capture::PmuGroup::PipeUtilization;
    std::vector<double> m_factors; ///< of the group's columns
    std::vector<double> m_counters;
    std::vector<double> m_values;
    std::vector<Planned> m_metrics;
};

} // namespace tideline
