// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/export/sqlite/sqlite_writer.h"

namespace tideline::torch_npu {

/// Who numbers a text: each of the three writers of the database has its own range of ids.
enum class StringRange : std::uint8_t { Runtime, Framework, Memory };

/// The texts of STRING_IDS, numbered as they are met.
class StringIds {
public:
    void open(SqliteWriter& database) { m_insert.prepare(database, "STRING_IDS"); }
    /// Writes them in order of their ids.
    void finish()
    {
        for (const Range& range : m_ranges) {
            std::vector<std::pair<std::int64_t, std::string_view>> texts;
            for (const auto& [text, id] : range.ids)
                texts.emplace_back(id, text);
            std::sort(texts.begin(), texts.end());
            for (const auto& [id, text] : texts)
                m_insert.add(id, text);
        }
        m_insert.finish();
    }
    std::int64_t id(StringRange range, std::string_view text)
    {
        Range& place = m_ranges[static_cast<std::size_t>(range)];
        const auto known = place.ids.find(text);
        if (known != place.ids.end())
            return known->second;
        constexpr std::int64_t kRangeSize = 0x10000000;
        const std::int64_t id =
            static_cast<std::int64_t>(range) * kRangeSize + static_cast<std::int64_t>(place.ids.size());
        place.ids.emplace(text, id);
        return id;
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    struct Range {
        std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> ids;
    };

    SqliteInsert m_insert;
    std::array<Range, 3> m_ranges;
};

} // namespace tideline::torch_npu
