// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/memory_rows.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/import/torch_npu_db/rank_facts.h"

namespace tideline {

namespace {

constexpr std::int64_t kGreatestSize = 1'000'000'000'000'000'000; // keeps sums of hostile sizes from overflowing
constexpr double kMegabyte = 1024.0 * 1024.0;

std::int64_t bytesOf(TableScan& table, int column)
{
    const std::int64_t bytes = table.integer(column);
    if (bytes == kNoInteger || (bytes < kGreatestSize && bytes > -kGreatestSize))
        return bytes;
    table.note(IssueKind::BadFigure);
    return kNoInteger;
}

Instant instantOr(const TableScan& table, int column, Instant otherwise)
{
    const std::int64_t ns = table.integer(column);
    return ns == kNoInteger || ns > kTimeLimitNs || ns < -kTimeLimitNs ? otherwise : Instant{ns};
}

class MemoryReader {
public:
    MemoryReader(DatabaseReader& reader, const DatabaseRanks& ranks) : m_reader(reader), m_ranks(ranks) {}

    void readRecords()
    {
        TableScan table(
            m_reader, "MEMORY_RECORD",
            {"timestamp", "component", "totalAllocated", "totalReserved", "totalActive", "streamPtr", "deviceId"});
        while (table.next()) {
            const auto time = table.time(0);
            if (!time)
                continue;
            m_reader.builder().addMemory({m_ranks.ofDevice(table.integer(6)), table.string(1),
                                          deviceText(table.integer(6)), *time, bytesOf(table, 2), bytesOf(table, 3),
                                          bytesOf(table, 4), table.integer(5)});
        }
    }

    void readAllocations()
    {
        TableScan table(m_reader, "OP_MEMORY",
                        {"name", "size", "allocationTime", "releaseTime", "activeReleaseTime",
                         "allocationTotalAllocated", "allocationTotalReserved", "allocationTotalActive",
                         "releaseTotalAllocated", "releaseTotalReserved", "releaseTotalActive", "streamPtr",
                         "deviceId"});
        while (table.next()) {
            AllocationRecord record;
            record.rank = m_ranks.ofDevice(table.integer(12));
            record.name = table.string(0);
            record.device = deviceText(table.integer(12));
            record.size = bytesOf(table, 1);
            record.allocated = instantOr(table, 2, kNoInstant);
            record.released = instantOr(table, 3, kNever);
            record.activeReleased = instantOr(table, 4, kNever);
            record.totalAllocated = bytesOf(table, 5);
            record.totalReserved = bytesOf(table, 6);
            record.totalActive = bytesOf(table, 7);
            record.releaseTotalAllocated = bytesOf(table, 8);
            record.releaseTotalReserved = bytesOf(table, 9);
            record.releaseTotalActive = bytesOf(table, 10);
            record.stream = table.integer(11);
            if (record.allocated == kNoInstant && record.released == kNever)
                table.reject(IssueKind::BadRow, "neither allocated nor released");
            else
                m_reader.builder().addAllocation(record);
        }
    }

    /// An allocation ends with the next release of its address.
    void readEvents(bool records, bool allocations)
    {
        TableScan table(m_reader, "NPU_OP_MEM",
                        {"timestampNs", "operatorName", "addr", "type", "size", "totalAllocate", "totalReserve",
                         "component", "deviceId"});
        std::map<std::pair<std::int64_t, std::int64_t>, AllocationRecord> live; // by device and address
        while (table.next()) {
            const auto time = table.time(0);
            if (!time)
                continue;
            const std::int64_t device = table.integer(8);
            const RankId rank = m_ranks.ofDevice(device);
            const std::int64_t allocated = bytesOf(table, 5);
            const std::int64_t reserved = bytesOf(table, 6);
            if (records)
                m_reader.builder().addMemory(
                    {rank, table.string(7), deviceText(device), *time, allocated, reserved, kNoInteger, kNoInteger});
            if (!allocations)
                continue;
            const std::pair key{device, table.integer(2)};
            if (m_reader.builder().strings().text(table.string(3)) == "release") {
                AllocationRecord record;
                if (const auto known = live.extract(key))
                    record = known.mapped();
                record.rank = rank;
                record.device = deviceText(device);
                record.name = record.name == kEmptyString ? table.string(1) : record.name;
                record.size = record.size == kNoInteger ? bytesOf(table, 4) : record.size;
                record.released = *time;
                record.releaseTotalAllocated = allocated;
                record.releaseTotalReserved = reserved;
                m_reader.builder().addAllocation(record);
                continue;
            }
            AllocationRecord record;
            record.rank = rank;
            record.name = table.string(1);
            record.device = deviceText(device);
            record.size = bytesOf(table, 4);
            record.allocated = *time;
            record.totalAllocated = allocated;
            record.totalReserved = reserved;
            if (const auto known = live.extract(key))
                m_reader.builder().addAllocation(known.mapped()); // its release was not seen
            live.emplace(key, record);
        }
        for (const auto& [key, record] : live)
            m_reader.builder().addAllocation(record);
    }

    void readModules()
    {
        if (!m_reader.has("NPU_MODULE_MEM"))
            return;
        const auto names = readEnum(m_reader, "ENUM_MODULE", {});
        std::map<RankId, std::vector<ExtraColumn>> tables;
        TableScan table(m_reader, "NPU_MODULE_MEM", {"timestampNs", "moduleId", "totalReserved", "deviceId"});
        while (table.next()) {
            const auto time = table.time(0);
            if (!time)
                continue;
            std::vector<ExtraColumn>& columns = tables[m_ranks.ofDevice(table.integer(3))];
            if (columns.empty())
                columns = {{"Component", {}}, {"Timestamp(us)", {}}, {"Total Reserved(MB)", {}}, {"Device", {}}};
            const auto name = names.find(table.integer(1));
            const double megabytes = table.number(2) / kMegabyte;
            columns[0].cells.push_back(intern(name == names.end() ? std::to_string(table.integer(1)) : name->second));
            columns[1].cells.push_back(intern(microsText(time->ns)));
            columns[2].cells.push_back(std::isnan(megabytes) ? kEmptyString : intern(std::to_string(megabytes)));
            columns[3].cells.push_back(deviceText(table.integer(3)));
        }
        for (auto& [rank, columns] : tables)
            m_reader.builder().addExtraTable(rank, "npu_module_mem", std::move(columns));
    }

private:
    StringId intern(const std::string& text) { return m_reader.intern(text, "NPU_MODULE_MEM"); }

    static std::string microsText(std::int64_t ns)
    {
        char text[40];
        std::snprintf(text, sizeof text, "%lld.%03d", static_cast<long long>(ns / 1000),
                      static_cast<int>(ns < 0 ? -(ns % 1000) : ns % 1000));
        return text;
    }

    StringId deviceText(std::int64_t device)
    {
        if (device == kNoInteger)
            return kEmptyString;
        StringId& text = m_devices[device];
        if (!text.valid())
            text = m_reader.builder().intern("NPU:" + std::to_string(device));
        return text;
    }

    DatabaseReader& m_reader;
    const DatabaseRanks& m_ranks;
    std::map<std::int64_t, StringId> m_devices;
};

} // namespace

void readMemoryTables(DatabaseReader& reader, const DatabaseRanks& ranks)
{
    MemoryReader memory(reader, ranks);
    memory.readRecords();
    memory.readAllocations();
    const bool records = !reader.has("MEMORY_RECORD");
    const bool allocations = !reader.has("OP_MEMORY");
    if (records || allocations)
        memory.readEvents(records, allocations);
    memory.readModules();
}

} // namespace tideline
