// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/memory_counters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/utf8.h"
#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr const char* kParts[] = {"DDR", "HBM", "Memory"};

CounterId counterOf(TraceBuilder& builder, RankId rank, const char* process, const std::string& name,
                    const std::string& series, const std::string& unit)
{
    ProcessInfo& info = builder.process(builder.process(rank, process));
    info.name = process;
    info.labels = "NPU";
    const CounterId id = builder.counter(rank, process, name, series);
    builder.counter(id).unit = unit;
    return id;
}

bool hasProcess(TraceBuilder& builder, RankId rank, std::string_view name)
{
    for (std::uint32_t i = 0; i < builder.processCount(); ++i) {
        const ProcessInfo& process = builder.process(ProcessId{i});
        if (process.rank == rank && process.name == name)
            return true;
    }
    return false;
}

std::optional<Instant> timeOf(TableReader& table, int column)
{
    const auto time = nanosFromMicros(table.row().field(column));
    if (!time) {
        table.reject(IssueKind::BadRow, "the time is not a number");
        return {};
    }
    return Instant{*time};
}

/// NaN when missing, or no number, which is counted.
double figureOf(TableReader& table, int column)
{
    const std::string_view cell = table.row().field(column);
    const double value = numberOf(cell);
    if (std::isnan(value) && !isMissingCell(cell))
        table.note(IssueKind::BadFigure);
    return value;
}

/// "app" is APP on a timeline, "device" is Device.
std::string ownerOf(std::string_view event)
{
    if (event == "app")
        return "APP";
    return event == "device" ? "Device" : repairedUtf8(event);
}

} // namespace

void ModuleMemory::add(RankId rank, std::string_view module, Instant time, double value, std::string_view unit)
{
    Series& series = m_series[{rank, std::string(module)}];
    if (series.unit.empty())
        series.unit = unit;
    series.used = series.used || value > 0;
    series.samples.push_back({time, value >= 0 ? value : std::numeric_limits<double>::quiet_NaN(), {}});
}

void ModuleMemory::finish(TraceBuilder& builder)
{
    for (auto& [key, series] : m_series) {
        if (series.used)
            builder.addSamples(
                counterOf(builder, key.first, kProcess, key.second, "Total Reserved(" + series.unit + ")", series.unit),
                std::move(series.samples));
    }
    m_series.clear();
}

void ModuleMemory::begin(const TableReader& table)
{
    m_component = columnOf(table.header(), {"Component"});
    m_time = columnOf(table.header(), {"Timestamp(us)"});
    m_size = columnOf(table.header(), {"Total Reserved(MB)"});
    m_unit = "MB";
    if (m_size < 0) {
        m_size = columnOf(table.header(), {"Total Reserved(KB)"});
        m_unit = "KB";
    }
}

bool ModuleMemory::read(TableReader& table, RankId rank)
{
    const auto time = timeOf(table, m_time);
    if (time)
        add(rank, repairedUtf8(table.row().field(m_component)), *time, figureOf(table, m_size), m_unit);
    return time.has_value();
}

void DeviceMemory::begin(const TableReader& table)
{
    m_event = columnOf(table.header(), {"event"});
    m_time = columnOf(table.header(), {"timestamp(us)"});
    m_columns[0] = columnOf(table.header(), {"ddr(KB)"});
    m_columns[1] = columnOf(table.header(), {"hbm(KB)"});
    m_columns[2] = columnOf(table.header(), {"memory(KB)"});
}

bool DeviceMemory::read(TableReader& table, RankId rank)
{
    const auto time = timeOf(table, m_time);
    if (!time)
        return false;
    const std::string owner = ownerOf(table.row().field(m_event));
    for (std::size_t part = 0; part < std::size(kParts); ++part) {
        if (m_columns[part] >= 0)
            m_series[{rank, owner + "/" + kParts[part]}].push_back({*time, figureOf(table, m_columns[part]), {}});
    }
    return true;
}

void DeviceMemory::finish(TraceBuilder& builder)
{
    std::map<RankId, bool> known;
    for (auto& [key, samples] : m_series) {
        const auto [at, fresh] = known.try_emplace(key.first, false);
        if (fresh)
            at->second = hasProcess(builder, key.first, kProcess);
        if (!at->second)
            builder.addSamples(counterOf(builder, key.first, kProcess, key.second, "KB", "KB"), std::move(samples));
    }
    m_series.clear();
}

} // namespace tideline
