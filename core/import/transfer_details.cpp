// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/transfer_details.h"

#include "core/import/source_details.h"

namespace tideline {

namespace {

struct Transfers {
    using Details = TransferDetails;
    static constexpr const char* kTable = "COMMUNICATION_TASK_INFO";

    static Details ofEvent(const EventDetails& event)
    {
        Details out;
        for (const auto& [key, value] : event) {
            if (key == "args.transport type")
                out.transport = value;
            else if (key == "args.link type")
                out.link = value;
            else if (key == "args.size(Byte)")
                out.bytes = detailBytes(value).value_or(-1);
        }
        return out;
    }

    static bool isEmpty(const Details& details) { return details.bytes < 0; }

    static std::unordered_map<std::int64_t, Details> byTask(const SqliteDatabase& database)
    {
        const auto transports = enumNames(database, "ENUM_HCCL_TRANSPORT_TYPE");
        const auto links = enumNames(database, "ENUM_HCCL_LINK_TYPE");
        constexpr std::array<std::string_view, 4> kInfo = {"globalTaskId", "size", "transportType", "linkType"};
        std::unordered_map<std::int64_t, Details> out;
        for (SqliteRows rows = database.rows(kTable, kInfo); rows.next();) {
            const std::int64_t size = rows.integer(1).value_or(-1);
            out.emplace(rows.integer(0).value_or(-1),
                        Details{enumName(transports, rows.integer(2)), enumName(links, rows.integer(3)),
                                size < kMostDetailBytes ? size : -1});
        }
        return out;
    }
};

} // namespace

std::vector<TransferDetails> readTransferDetails(const Trace& trace, const std::vector<SliceId>& transfers,
                                                 const std::filesystem::path& scratchDir, const Progress& progress)
{
    return readSourceDetails<Transfers>(trace, transfers, scratchDir, progress);
}

} // namespace tideline
