// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/row_details.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"
#include "core/decode/sqlite/sqlite_database.h"
#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

namespace {

constexpr std::uint64_t kMostStackRows = 20'000'000; // a pass over more would keep the user waiting
constexpr std::string_view kKey = "_rowid_";

/// Columns that hold ids of STRING_IDS, in whatever table.
bool isText(std::string_view column)
{
    constexpr std::array<std::string_view, 24> kColumns = {
        "name",          "taskType",        "opType",       "inputFormats", "inputDataTypes", "inputShapes",
        "outputFormats", "outputDataTypes", "outputShapes", "attrInfo",     "opState",        "hf32Eligible",
        "gridDim",       "opName",          "groupName",    "algType",      "message",        "inputDtypes",
        "component",     "operatorName",    "mode",         "coreType",     "metric",         "stack"};
    return std::find(kColumns.begin(), kColumns.end(), column) != kColumns.end();
}

/// Columns that hold ids of an ENUM table.
std::string_view enumOf(std::string_view table, std::string_view column)
{
    if (column == "dataType")
        return "ENUM_HCCL_DATA_TYPE";
    if (column == "linkType")
        return "ENUM_HCCL_LINK_TYPE";
    if (column == "transportType")
        return "ENUM_HCCL_TRANSPORT_TYPE";
    if (column == "rdmaType")
        return "ENUM_HCCL_RDMA_TYPE";
    if (column == "eventType")
        return "ENUM_MSTX_EVENT_TYPE";
    if (column == "memcpyOperation")
        return "ENUM_MEMCPY_OPERATION";
    return column == "type" && table.ends_with("_API") ? "ENUM_API_TYPE" : "";
}

class RowReader {
public:
    RowReader(const SqliteDatabase& database, EventDetails& into) : m_database(database), m_into(into) {}

    bool read(const SqliteTable& table, std::string_view key, std::int64_t value)
    {
        const std::vector<std::string_view> columns(table.columns.begin(), table.columns.end());
        SqliteRows rows = m_database.rowsWhere(table.name, columns, key, value);
        if (!rows.next())
            return false;
        for (std::size_t i = 0; i < columns.size(); ++i)
            take(table.name, columns[i], rows, static_cast<int>(i));
        return true;
    }

    void readOf(std::string_view name, std::string_view key)
    {
        const auto value = m_numbers.find(key);
        const SqliteTable* const table = m_database.table(name);
        if (table && value != m_numbers.end())
            read(*table, key, value->second);
    }

    void readStack()
    {
        const auto chain = m_numbers.find("callchainId");
        const SqliteTable* const table = m_database.table("PYTORCH_CALLCHAINS");
        if (!table || chain == m_numbers.end() || m_database.guessRows(*table) > kMostStackRows)
            return;
        constexpr std::array<std::string_view, 2> kColumns = {"stackDepth", "stack"};
        SqliteRows rows = m_database.rowsWhere(table->name, kColumns, "id", chain->second);
        std::map<std::int64_t, std::string> frames;
        while (rows.next())
            frames.emplace(rows.integer(0).value_or(0), textOf("STRING_IDS", "value", rows.integer(1).value_or(-1)));
        std::string stack;
        for (const auto& [depth, frame] : frames)
            stack += (stack.empty() ? "" : ";\n") + frame;
        if (!stack.empty())
            m_into.emplace_back(keyOf("Call stack"), std::move(stack));
    }

private:
    /// As the arguments of an event are called.
    static std::string keyOf(std::string_view column) { return "args." + std::string(column); }

    void take(std::string_view table, std::string_view column, const SqliteRows& row, int place)
    {
        if (row.isNull(place) || (!m_into.empty() && knows(column)))
            return;
        const auto number = row.integer(place);
        std::string text;
        if (number)
            m_numbers.emplace(column, *number);
        // blockDim is a number of blocks in one schema and a text in the other.
        const bool isString = isText(column) || (column == "blockDim" && m_database.has(table, "blockNum"));
        if (number && isString)
            text = textOf("STRING_IDS", "value", *number);
        else if (const std::string_view words = enumOf(table, column); number && !words.empty())
            text = textOf(words, "name", *number);
        if (text.empty() && !isString)
            text = std::string(row.text(place));
        if (!text.empty())
            m_into.emplace_back(keyOf(column), isValidUtf8(text) ? text : repairedUtf8(text));
    }

    bool knows(std::string_view column) const
    {
        return std::any_of(m_into.begin(), m_into.end(),
                           [key = keyOf(column)](const auto& entry) { return entry.first == key; });
    }

    std::string textOf(std::string_view table, std::string_view column, std::int64_t id)
    {
        SqliteRows rows = m_database.rowsWhere(table, std::span(&column, 1), "id", id);
        if (!rows.next())
            return {};
        const std::string text(rows.text(0));
        return isValidUtf8(text) ? text : repairedUtf8(text);
    }

    const SqliteDatabase& m_database;
    EventDetails& m_into;
    std::map<std::string, std::int64_t, std::less<>> m_numbers; // by column
};

} // namespace

Result<EventDetails> readRowDetails(const SourceInfo& source, SourceRef ref, const std::filesystem::path& scratchDir)
{
    const Error changed{ErrorCode::Damaged, "the file changed since it was opened", source.path.string(),
                        "Open it again"};
    const auto database = SqliteDatabase::open(source.path, {scratchDir}, Progress{});
    if (!database)
        return database.error();
    const auto place = static_cast<std::size_t>(ref.offset() >> kTableShift);
    if (database->bytes() != source.bytes || place >= database->tables().size())
        return changed;
    const SqliteTable& table = database->tables()[place];
    EventDetails details;
    RowReader reader(*database, details);
    if (!reader.read(table, kKey, static_cast<std::int64_t>(ref.offset() & kRowMask)))
        return changed;
    if (table.name == "TASK") {
        for (const char* more : {"COMPUTE_TASK_INFO", "COMMUNICATION_TASK_INFO", "MEMCPY_INFO"})
            reader.readOf(more, "globalTaskId");
    }
    reader.readStack();
    return details;
}

} // namespace tideline
