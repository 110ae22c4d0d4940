// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/id.h"

namespace tideline {

/// Every distinct text of a trace once. Id 0 is always "". Texts are UTF-8 (the importer repairs them).
class StringPool {
public:
    StringPool();
    StringPool(StringPool&&) = default;
    StringPool& operator=(StringPool&&) = default;

    /// A pool whose texts stand one behind the other in `all`, with these lengths; nothing when they do not fit. The
    /// first text is "". O(texts); the ids are found by text from the first find() on, which is then O(texts).
    static std::optional<StringPool> fromTexts(const std::string& all, const std::vector<std::uint32_t>& lengths);

    /// The id of text, added if new. Not thread-safe. Not for a pool of fromTexts().
    StringId intern(std::string_view text);
    /// The id of text, or none if the pool does not hold it.
    StringId find(std::string_view text) const;

    /// Valid as long as the pool lives; "" for an id that is none.
    std::string_view text(StringId id) const { return id.row < m_texts.size() ? m_texts[id.row] : std::string_view{}; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_texts.size()); }

private:
    std::string_view keep(std::string_view text);

    std::vector<std::string_view> m_texts;
    mutable std::unordered_map<std::string_view, StringId> m_ids;
    std::unique_ptr<std::once_flag> m_idsLater; // null: m_ids is complete
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockUsed = 0;
    std::size_t m_blockSize = 0;
};

constexpr StringId kEmptyString{0};

} // namespace tideline
