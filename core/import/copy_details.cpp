// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/copy_details.h"

#include <algorithm>

#include "core/import/source_details.h"

namespace tideline {

namespace {

struct Copies {
    using Details = CopyDetails;
    static constexpr const char* kTable = "MEMCPY_INFO";

    static Details ofEvent(const EventDetails& event)
    {
        constexpr std::array<std::string_view, 3> kSizes = {"args.size(B)", "args.data size(Byte)", "args.bytes"};
        constexpr std::array<std::string_view, 2> kDirections = {"args.operation", "args.memcpy direction"};
        Details out;
        for (const auto& [key, value] : event) {
            if (std::find(kSizes.begin(), kSizes.end(), key) != kSizes.end())
                out.bytes = detailBytes(value);
            if (std::find(kDirections.begin(), kDirections.end(), key) != kDirections.end())
                out.direction = value;
        }
        return out;
    }

    static bool isEmpty(const Details& details) { return details.direction.empty() && !details.bytes; }

    static std::unordered_map<std::int64_t, Details> byTask(const SqliteDatabase& database)
    {
        const auto names = enumNames(database, "ENUM_MEMCPY_OPERATION");
        constexpr std::array<std::string_view, 3> kInfo = {"globalTaskId", "size", "memcpyOperation"};
        std::unordered_map<std::int64_t, Details> out;
        for (SqliteRows rows = database.rows(kTable, kInfo); rows.next();) {
            const auto size = rows.integer(1);
            const bool fits = size && *size >= 0 && *size < kMostDetailBytes;
            out.emplace(rows.integer(0).value_or(-1),
                        Details{enumName(names, rows.integer(2)), fits ? size : std::nullopt});
        }
        return out;
    }
};

} // namespace

std::vector<CopyDetails> readCopyDetails(const Trace& trace, const std::vector<SliceId>& copies,
                                         const std::filesystem::path& scratchDir, const Progress& progress)
{
    return readSourceDetails<Copies>(trace, copies, scratchDir, progress);
}

} // namespace tideline
