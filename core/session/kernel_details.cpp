// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kernel_details.h"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

namespace tideline {

namespace {

class Details {
public:
    explicit Details(const Trace& trace) : m_trace(trace) {}

    void text(const char* name, StringId id)
    {
        const std::string_view value = m_trace.text(id);
        if (!value.empty())
            m_details.emplace_back(name, value);
    }
    void integer(const char* name, std::int64_t value)
    {
        if (value != kNoInteger)
            m_details.emplace_back(name, std::to_string(value));
    }
    void micros(const char* name, std::int64_t ns)
    {
        const char* sign = ns < 0 ? "-" : "";
        const auto size = ns < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
        m_details.emplace_back(name, fmt::format("{}{}.{:03}", sign, size / 1000, size % 1000));
    }
    void number(const std::string& name, double value)
    {
        if (!std::isnan(value))
            m_details.emplace_back(name, fmt::format("{}", value));
    }
    EventDetails take() { return std::move(m_details); }

private:
    const Trace& m_trace;
    EventDetails m_details;
};

} // namespace

EventDetails kernelDetails(const Trace& trace, KernelId kernel)
{
    const KernelColumns& columns = trace.kernels();
    const std::uint32_t row = kernel.row;
    Details details(trace);
    details.text("Name", columns.name.at(row));
    details.text("Type", columns.type.at(row));
    details.text("Accelerator Core", columns.core.at(row));
    details.micros("Start Time(us)", columns.start.at(row).ns);
    details.micros("Duration(us)", columns.duration.at(row).ns);
    if (columns.wait.at(row) >= Duration{})
        details.micros("Wait Time(us)", columns.wait.at(row).ns);
    details.integer("Step Id", columns.step.at(row));
    details.integer("Device_id", columns.device.at(row));
    details.integer("Stream ID", columns.stream.at(row));
    details.integer("Task ID", columns.task.at(row));
    details.integer("Block Num", columns.blockDim.at(row));
    details.integer("Mix Block Num", columns.mixBlockDim.at(row));
    details.text("OP State", columns.opState.at(row));
    details.text("Input Shapes", columns.inputShapes.at(row));
    details.text("Input Data Types", columns.inputTypes.at(row));
    details.text("Input Formats", columns.inputFormats.at(row));
    details.text("Output Shapes", columns.outputShapes.at(row));
    details.text("Output Data Types", columns.outputTypes.at(row));
    details.text("Output Formats", columns.outputFormats.at(row));
    for (const NamedColumn& metric : columns.metrics)
        details.number(metric.name, metric.values.at(row));
    return details.take();
}

} // namespace tideline
