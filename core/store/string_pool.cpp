// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/string_pool.h"

#include <algorithm>
#include <cstring>

namespace tideline {

namespace {

constexpr std::size_t kFirstBlock = std::size_t{4} << 10;
constexpr std::size_t kLargestBlock = std::size_t{256} << 10;

} // namespace

StringPool::StringPool()
{
    intern({});
}

StringId StringPool::intern(std::string_view text)
{
    const auto found = m_ids.find(text);
    if (found != m_ids.end())
        return found->second;
    const StringId id{size()};
    const std::string_view kept = keep(text);
    m_texts.push_back(kept);
    m_ids.emplace(kept, id);
    return id;
}

StringId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? StringId{} : found->second;
}

std::string_view StringPool::keep(std::string_view text)
{
    if (text.empty())
        return {};
    if (text.size() > m_blockSize - m_blockUsed) {
        const std::size_t next = std::clamp(m_blockSize * 2, kFirstBlock, kLargestBlock);
        m_blockSize = std::max(next, text.size());
        m_blocks.push_back(std::make_unique<char[]>(m_blockSize));
        m_blockUsed = 0;
    }
    char* const into = m_blocks.back().get() + m_blockUsed;
    std::memcpy(into, text.data(), text.size());
    m_blockUsed += text.size();
    return {into, text.size()};
}

} // namespace tideline
