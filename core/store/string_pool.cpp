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

std::optional<StringPool> StringPool::fromTexts(const std::string& all, const std::vector<std::uint32_t>& lengths)
{
    StringPool pool;
    if (lengths.empty() || lengths.front() != 0)
        return std::nullopt;
    pool.m_ids.clear();
    pool.m_texts.clear();
    pool.m_texts.reserve(lengths.size());
    pool.m_idsLater = std::make_unique<std::once_flag>();
    std::string_view rest = all;
    if (!all.empty()) {
        pool.m_blocks.push_back(std::make_unique<char[]>(all.size()));
        std::memcpy(pool.m_blocks.back().get(), all.data(), all.size());
        rest = {pool.m_blocks.back().get(), all.size()};
    }
    for (const std::uint32_t length : lengths) {
        if (length > rest.size())
            return std::nullopt;
        pool.m_texts.push_back(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    return rest.empty() ? std::optional(std::move(pool)) : std::nullopt;
}

StringId StringPool::find(std::string_view text) const
{
    if (m_idsLater) {
        std::call_once(*m_idsLater, [this] {
            for (std::uint32_t i = 0; i < m_texts.size(); ++i)
                m_ids.emplace(m_texts[i], StringId{i});
        });
    }
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
