// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source_details.h"

#include "core/base/utf8.h"

namespace tideline {

std::map<std::int64_t, std::string> enumNames(const SqliteDatabase& database, const char* table)
{
    std::map<std::int64_t, std::string> out;
    if (!database.table(table))
        return out;
    constexpr std::array<std::string_view, 2> kColumns = {"id", "name"};
    for (SqliteRows rows = database.rows(table, kColumns); rows.next();) {
        const std::string name(rows.text(1));
        out.emplace(rows.integer(0).value_or(-1), isValidUtf8(name) ? name : repairedUtf8(name));
    }
    return out;
}

std::string enumName(const std::map<std::int64_t, std::string>& names, std::optional<std::int64_t> id)
{
    const auto known = names.find(id.value_or(-1));
    return known == names.end() ? std::string() : known->second;
}

std::map<std::uint32_t, SourceSlices> bySource(const Trace& trace, const std::vector<SliceId>& slices)
{
    std::map<std::uint32_t, SourceSlices> sources;
    ColumnReader refs(trace.slices().ref);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const SourceRef ref = refs[slices[i].row];
        if (!ref.valid() || ref.source() >= trace.sources().size())
            continue;
        sources[ref.source()].places.push_back(i);
        sources[ref.source()].refs.push_back(ref);
    }
    return sources;
}

std::unordered_multimap<std::int64_t, std::size_t> placesByTask(const SqliteDatabase& database,
                                                                const SourceSlices& slices)
{
    std::unordered_map<std::int64_t, std::size_t> wanted; // place by row id
    for (std::size_t i = 0; i < slices.refs.size(); ++i)
        wanted.emplace(static_cast<std::int64_t>(slices.refs[i].offset() & kRowMask), slices.places[i]);
    std::unordered_multimap<std::int64_t, std::size_t> out;
    constexpr std::array<std::string_view, 1> kTask = {"globalTaskId"};
    for (SqliteRows rows = database.rows("TASK", kTask); rows.next();) {
        if (const auto place = wanted.find(rows.rowId()); place != wanted.end())
            out.emplace(rows.integer(0).value_or(-1), place->second);
    }
    return out;
}

} // namespace tideline
