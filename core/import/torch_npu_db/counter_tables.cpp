// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/counter_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

namespace {

constexpr double kMegabyte = 1024.0 * 1024.0; // binary in the series of the text form
constexpr double kKilobyte = 1024.0;
constexpr double kPercent = 100;

/// One series: a column, what the text form calls it, and what its values are divided by.
struct Series {
    std::string_view column;
    std::string_view name; ///< of the event; <0> and <1> stand for the instance columns
    std::string_view key;
    std::string_view unit;
    double divisor = 1;
};

/// A table of samples. The instance columns tell apart what one table holds of several units.
struct CounterTable {
    std::string_view table;
    std::string_view process;
    std::int64_t order; ///< sort index of the process in the text form
    std::array<std::string_view, 2> instances;
    std::span<const Series> series;
};

constexpr Series kFrequency[] = {{"freq", "AI Core Freq<0>", "MHz", "MHz"}};
constexpr Series kUtilization[] = {{"usage", "Core <0><1>", "Utilization(%)", "%"}};
constexpr Series kHbm[] = {{"bandwidth", "HBM <0>/<1>", "<1>(MB/s)", "MB/s", kMegabyte}};
constexpr Series kDdr[] = {{"read", "DDR/Read", "Read(MB/s)", "MB/s", kMegabyte},
                           {"write", "DDR/Write", "Write(MB/s)", "MB/s", kMegabyte}};
constexpr Series kLlc[] = {{"throughput", "LLC <0> <1>/Throughput", "Throughput(MB/s)", "MB/s", kMegabyte},
                           {"hitRate", "LLC <0> <1>/Hit Rate", "Hit Rate(%)", "ratio", kPercent}};
constexpr Series kNpuMemory[] = {{"ddr", "<0>/DDR", "KB", "KB", kKilobyte}, {"hbm", "<0>/HBM", "KB", "KB", kKilobyte}};
constexpr Series kSocLevels[] = {{"l2BufferBwLevel", "L2 Buffer Bw Level", "L2 Buffer Bw Level", ""},
                                 {"mataBwLevel", "Mata Bw Level", "Mata Bw Level", ""}};
constexpr Series kAccelerators[] = {{"readBwLevel", "read_bandwidth acc_id <0>", "value", ""},
                                    {"writeBwLevel", "write_bandwidth acc_id <0>", "value", ""},
                                    {"readOstLevel", "read_ost acc_id <0>", "value", ""},
                                    {"writeOstLevel", "write_ost acc_id <0>", "value", ""}};
constexpr Series kQos[] = {{"bandwidth", "QoS <0>", "<1>", "B/s"}};
constexpr Series kOwnMetric[] = {{"value", "<0>", "value", ""}}; // of our own collector
constexpr Series kHccs[] = {{"txThroughput", "Tx", "Tx(MB/s)", "MB/s", kMegabyte},
                            {"rxThroughput", "Rx", "Rx(MB/s)", "MB/s", kMegabyte}};
constexpr Series kProcessor[] = {{"usage", "CPU <0>", "Usage(%)", "%"}};
constexpr Series kHostMemory[] = {{"usage", "Memory Usage", "Usage(%)", "%"}};
constexpr Series kDisk[] = {{"usage", "Disk Usage", "Usage(%)", "%"},
                            {"readRate", "Disk Usage", "readRate", ""},
                            {"writeRate", "Disk Usage", "writeRate", ""}};
constexpr Series kHostNetwork[] = {{"usage", "Network Usage", "Usage(%)", "%"},
                                   {"speed", "Network Usage", "speed", ""}};

constexpr CounterTable kCounterTables[] = {
    {"AICORE_FREQ", "AI Core Freq", 14, {"dieId", ""}, kFrequency},
    {"SAMPLE_PMU_TIMELINE", "AI Core Utilization", 15, {"coreId", "coreType"}, kUtilization},
    {"HBM", "HBM", 17, {"hbmId", "type"}, kHbm},
    {"DDR", "DDR", 17, {"", ""}, kDdr},
    {"LLC", "LLC", 18, {"llcId", "mode"}, kLlc},
    {"NPU_MEM", "NPU MEM", 19, {"type", ""}, kNpuMemory},
    {"SOC_BANDWIDTH_LEVEL", "Stars Soc Info", 20, {"", ""}, kSocLevels},
    {"ACC_PMU", "Acc PMU", 21, {"accId", ""}, kAccelerators},
    {"QOS", "QoS", 22, {"eventName", "dieId"}, kQos},
    {"OWN_METRIC", "Own Metrics", 24, {"eventName", ""}, kOwnMetric},
    {"HCCS", "HCCS", 25, {"", ""}, kHccs},
    {"CPU_USAGE", "CPU Usage", 30, {"cpuId", ""}, kProcessor},
    {"HOST_MEM_USAGE", "Memory Usage", 31, {"", ""}, kHostMemory},
    {"HOST_DISK_USAGE", "Disk Usage", 32, {"", ""}, kDisk},
    {"HOST_NETWORK_USAGE", "Network Usage", 33, {"", ""}, kHostNetwork},
};

/// Tables of links, whose columns are series of their own under the names they have in the database.
struct PlainTable {
    std::string_view table;
    std::string_view process;
    std::int64_t order;
    std::string_view instance;
};
constexpr std::array<PlainTable, 7> kPlainTables = {{{"PCIE", "PCIe", 26, ""},
                                                     {"NIC", "NIC", 27, "funcId"},
                                                     {"ROCE", "RoCE", 28, "funcId"},
                                                     {"NETDEV_STATS", "Network", 29, ""},
                                                     {"SIO", "SIO", 29, "dieId"},
                                                     {"UB", "UB", 29, "portId"},
                                                     {"CCU", "CCU", 29, "dieId"}}};

/// Numbers are 0 for "0", words begin with a capital: "read" is "Read", "app" is "APP".
std::string instanceText(std::string_view raw)
{
    if (raw == "app")
        return "APP";
    std::string text(raw);
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string filledIn(std::string_view pattern, const std::array<std::string, 2>& instances)
{
    std::string out(pattern);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const std::string mark = "<" + std::to_string(i) + ">";
        for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at + instances[i].size()))
            out.replace(at, mark.size(), instances[i]);
    }
    return out;
}

class CounterReader {
public:
    CounterReader(DatabaseReader& reader, const DatabaseRanks& ranks, const CounterTable& table)
        : m_reader(reader), m_ranks(ranks), m_table(table)
    {
    }

    void read()
    {
        std::vector<std::string_view> columns = {"timestampNs", "deviceId", m_table.instances[0], m_table.instances[1]};
        for (const Series& series : m_table.series)
            columns.push_back(series.column);
        TableScan rows(m_reader, m_table.table, columns);
        while (rows.next()) {
            const auto time = rows.time(0);
            if (time)
                addRow(rows, *time);
        }
    }

private:
    using Key = std::array<std::int64_t, 3>; // device and instances

    void addRow(const TableScan& rows, Instant time)
    {
        const Key key{rows.integer(1), rows.integer(2), rows.integer(3)};
        if (m_last == m_counters.end() || m_last->first != key)
            m_last = m_counters.find(key);
        if (m_last == m_counters.end())
            m_last = m_counters.emplace(key, countersOf(key)).first;
        double sum = 0;
        for (std::size_t i = 0; i < m_table.series.size(); ++i) {
            if (!rows.has(static_cast<int>(i) + kFirstSeries))
                continue;
            const double value = rows.number(static_cast<int>(i) + kFirstSeries) / m_table.series[i].divisor;
            m_reader.builder().addSample(m_last->second[i], {time, value, rows.ref()});
            sum += value;
        }
        if (isMemory())
            m_reader.builder().addSample(m_last->second.back(), {time, sum, rows.ref()});
        m_reader.cover(time, time);
    }

    bool isMemory() const { return m_table.table == "NPU_MEM"; } // the text form has the sum as well

    std::vector<CounterId> countersOf(const Key& key)
    {
        const RankId rank = m_ranks.ofDevice(key[0]);
        const bool host = key[0] == kNoInteger;
        const std::string label = host ? std::string("CPU") : "NPU " + std::to_string(key[0]);
        const std::string pid = std::string(m_table.process) + " " + label;
        ProcessInfo& process = m_reader.builder().process(m_reader.builder().process(rank, pid));
        process.name = m_table.process;
        process.labels = label;
        process.role = ProcessRole::Counter;
        process.sortIndex = m_table.order;
        const std::array<std::string, 2> instances{textOf(0, key[1]), textOf(1, key[2])};
        std::vector<CounterId> counters;
        const auto add = [&](std::string_view name, std::string_view seriesKey, std::string_view unit) {
            counters.push_back(
                m_reader.builder().counter(rank, pid, filledIn(name, instances), filledIn(seriesKey, instances)));
            m_reader.builder().counter(counters.back()).unit = unit;
        };
        for (const Series& series : m_table.series)
            add(series.name, series.key, series.unit);
        if (isMemory())
            add("<0>/Memory", "KB", "KB");
        return counters;
    }

    /// The instance in words: ids of texts become these, other numbers stay, and what is absent leaves no trace.
    std::string textOf(std::size_t which, std::int64_t value)
    {
        const std::string_view column = m_table.instances[which];
        const bool isText = column == "type" || column == "mode" || column == "coreType" || column == "eventName";
        if (column == "dieId") {
            const bool series = which == 1;
            if (value == kNoInteger)
                return series ? "value" : "";
            return (series ? "die " : " Die ") + std::to_string(value);
        }
        if (value == kNoInteger)
            return {};
        if (!isText)
            return std::to_string(value);
        const StringId text = m_reader.strings().find(value);
        const std::string_view word = text.valid() ? m_reader.builder().strings().text(text) : std::string_view{};
        if (column == "coreType")
            return word.empty() ? std::string() : " " + std::string(word);
        return column == "eventName" ? std::string(word) : instanceText(word);
    }

    static constexpr int kFirstSeries = 4;

    DatabaseReader& m_reader;
    const DatabaseRanks& m_ranks;
    const CounterTable& m_table;
    std::map<Key, std::vector<CounterId>> m_counters;
    std::map<Key, std::vector<CounterId>>::iterator m_last = m_counters.end();
};

void readPlain(DatabaseReader& reader, const DatabaseRanks& ranks, const PlainTable& plain)
{
    const SqliteTable* const found = reader.database().table(plain.table);
    if (!found)
        return;
    const std::string_view name = plain.instance.empty() ? plain.process : std::string_view("Port <0>");
    std::vector<Series> series;
    for (const std::string& column : found->columns) {
        if (column != "timestampNs" && column != "deviceId" && column != plain.instance)
            series.push_back({column, name, column, ""});
    }
    const CounterTable table{plain.table, plain.process, plain.order, {plain.instance, ""}, series};
    CounterReader(reader, ranks, table).read();
}

} // namespace

void readCounterTables(DatabaseReader& reader, const DatabaseRanks& ranks)
{
    for (const CounterTable& table : kCounterTables)
        CounterReader(reader, ranks, table).read();
    for (const PlainTable& plain : kPlainTables)
        readPlain(reader, ranks, plain);
}

} // namespace tideline
