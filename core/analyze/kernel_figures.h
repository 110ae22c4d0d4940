// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "core/store/column.h"
#include "core/store/trace.h"

namespace tideline {

/// What the performance counters say about single kernels, by column names of several collectors. Figures that are
/// not given are NaN. Belongs to one thread.
class KernelFigures {
public:
    explicit KernelFigures(const Trace& trace);

    bool hasUtilization() const { return !m_cube.empty() || !m_utilization.empty(); }
    bool hasMemory() const { return !m_read.empty() || !m_write.empty(); }

    double utilization(std::uint32_t row); ///< 0–1; only of kernels that use the cube
    double readBytes(std::uint32_t row);   ///< main memory
    double writeBytes(std::uint32_t row);
    double l2Hit(std::uint32_t row); ///< 0–1

private:
    struct Source {
        ColumnReader<double> values;
        double factor = 1;   ///< to bytes (or a ratio)
        bool isRate = false; ///< bytes per ns after the factor
    };
    void addColumn(const NamedColumn& column);
    double bytes(std::vector<Source>& sources, std::uint32_t row);

    const Trace* m_trace;
    std::vector<Source> m_cube;
    std::vector<Source> m_utilization;
    std::vector<Source> m_read;
    std::vector<Source> m_write;
    std::vector<Source> m_l2;
    ColumnReader<Duration> m_duration;
    ColumnReader<StringId> m_core;
};

} // namespace tideline
