// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/memory_tables.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr double kKilobyte = 1024; // binary in these files
constexpr double kMegabyte = 1024 * 1024;
constexpr double kGreatestSize = 1e18; // bytes; keeps sums of hostile sizes from overflowing

/// A column of sizes, with the unit of its header.
struct SizeColumn {
    SizeColumn(const std::vector<std::string>& header, const std::string& title)
        : column(columnOf(header, {title + "(MB)"}))
    {
        if (column < 0) {
            column = columnOf(header, {title + "(KB)"});
            unit = kKilobyte;
        }
    }
    int column = -1;
    double unit = kMegabyte;
};

class MemoryTable {
public:
    MemoryTable(TableReader& table, ImportContext& context)
        : m_table(table),
          m_context(context),
          m_device(columnOf(table.header(), {"Device Type", "Device"})),
          m_deviceId(columnOf(table.header(), {"Device_id", "Device ID"})),
          m_stream(columnOf(table.header(), {"Stream Ptr"}))
    {
    }

    /// Bytes; kNoInteger when missing (or no number, which is counted).
    std::int64_t bytes(const SizeColumn& column) const
    {
        const std::string_view cell = m_table.row().field(column.column);
        if (isMissingCell(cell))
            return kNoInteger;
        const double value = numberOf(cell) * column.unit;
        if (std::abs(value) < kGreatestSize)
            return std::llround(value);
        badFigure();
        return kNoInteger;
    }
    /// Nothing when missing (or no number, which is counted).
    std::optional<Instant> time(int column) const
    {
        const std::string_view cell = m_table.row().field(column);
        if (isMissingCell(cell))
            return {};
        const auto value = nanosFromMicros(cell);
        if (!value) {
            badFigure();
            return {};
        }
        return Instant{*value};
    }
    StringId device(RankId rank)
    {
        std::optional<std::int64_t>& known = m_context.builder.rank(rank).device;
        if (!known)
            known = deviceNumber();
        return m_table.text(m_device);
    }
    std::int64_t stream() const { return m_table.integer(m_stream); }

private:
    /// "NPU:4", or the number in a column of its own.
    std::optional<std::int64_t> deviceNumber() const
    {
        const std::int64_t own = m_table.integer(m_deviceId);
        if (own != kNoInteger)
            return own;
        std::string_view cell = m_table.row().field(m_device);
        if (!cell.starts_with("NPU:"))
            return {};
        cell.remove_prefix(4);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
        if (error != std::errc{} || end != cell.data() + cell.size() || number < 0)
            return {};
        return number;
    }
    void badFigure() const { m_table.note(IssueKind::BadFigure); }

    TableReader& m_table;
    ImportContext& m_context;
    int m_device;
    int m_deviceId;
    int m_stream;
};

Status finished(TableReader& table, const std::filesystem::path& path)
{
    if (table.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    table.finish();
    return Done{};
}

} // namespace

Status readMemoryRecords(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context)
{
    MemoryTable memory(table, context);
    const int component = columnOf(table.header(), {"Component"});
    const int time = columnOf(table.header(), {"Timestamp(us)"});
    const SizeColumn allocated(table.header(), "Total Allocated");
    const SizeColumn reserved(table.header(), "Total Reserved");
    const SizeColumn active(table.header(), "Total Active");
    while (table.next()) {
        const auto at = nanosFromMicros(table.row().field(time));
        if (!at) {
            table.reject(IssueKind::BadRow, "the time is not a number");
            continue;
        }
        MemoryRecord record;
        record.rank = ranks.of(table);
        record.component = table.text(component);
        record.device = memory.device(record.rank);
        record.time = Instant{*at};
        record.allocated = memory.bytes(allocated);
        record.reserved = memory.bytes(reserved);
        record.active = memory.bytes(active);
        record.stream = memory.stream();
        context.builder.addMemory(record);
    }
    return finished(table, path);
}

Status readAllocations(TableReader& table, const std::filesystem::path& path, RowRanks ranks, ImportContext& context)
{
    MemoryTable memory(table, context);
    const std::vector<std::string>& header = table.header();
    const int name = columnOf(header, {"Name"});
    const int allocation = columnOf(header, {"Allocation Time(us)"});
    const int release = columnOf(header, {"Release Time(us)"});
    const int activeRelease = columnOf(header, {"Active Release Time(us)"});
    const int duration = columnOf(header, {"Duration(us)"});
    const SizeColumn size(header, "Size");
    const SizeColumn allocated(header, "Allocation Total Allocated");
    const SizeColumn reserved(header, "Allocation Total Reserved");
    const SizeColumn active(header, "Allocation Total Active");
    const SizeColumn releaseAllocated(header, "Release Total Allocated");
    const SizeColumn releaseReserved(header, "Release Total Reserved");
    const SizeColumn releaseActive(header, "Release Total Active");
    while (table.next()) {
        AllocationRecord record;
        record.size = memory.bytes(size);
        const auto from = memory.time(allocation);
        auto to = memory.time(release);
        if (const auto length = nanosFromMicros(table.row().field(duration)); !to && from && length && release < 0)
            to = *from + Duration{*length}; // older tables give the length alone
        if (record.size == kNoInteger || (!from && !to)) {
            table.reject(IssueKind::BadRow, record.size == kNoInteger ? "no size" : "no time");
            continue;
        }
        record.rank = ranks.of(table);
        record.name = table.text(name);
        record.device = memory.device(record.rank);
        record.allocated = from.value_or(kNoInstant);
        record.released = to.value_or(kNever);
        record.activeReleased = memory.time(activeRelease).value_or(record.released);
        record.totalAllocated = memory.bytes(allocated);
        record.totalReserved = memory.bytes(reserved);
        record.totalActive = memory.bytes(active);
        record.releaseTotalAllocated = memory.bytes(releaseAllocated);
        record.releaseTotalReserved = memory.bytes(releaseReserved);
        record.releaseTotalActive = memory.bytes(releaseActive);
        record.stream = memory.stream();
        context.builder.addAllocation(record);
    }
    return finished(table, path);
}

} // namespace tideline
