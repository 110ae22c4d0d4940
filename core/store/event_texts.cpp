// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/event_texts.h"

#include <algorithm>
#include <limits>

#include "core/store/frame_codec.h"

namespace tideline {

namespace {

constexpr std::uint64_t kMostOffset = std::uint64_t{1} << 48; // what a SourceRef can hold

void putNumber(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

/// Takes a number from the front; nothing when the bytes end early or mean more than 63 bits.
std::optional<std::uint64_t> takeNumber(std::string_view& from)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63 && !from.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(from.front());
        from.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
    return std::nullopt;
}

/// The number of the block in which the event of an offset would be.
template <typename Firsts>
std::optional<std::size_t> blockOf(const Firsts& firsts, std::size_t count, std::uint64_t offset)
{
    std::size_t low = 0;
    for (std::size_t high = count; low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (firsts(middle) <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? std::optional(low - 1) : std::nullopt;
}

std::optional<std::string> textIn(const EventTextTable* table, std::uint64_t offset)
{
    const auto text = table ? table->at(offset) : std::nullopt;
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

} // namespace

void EventTextPacker::add(std::uint64_t offset, std::span<const std::string_view> members)
{
    const std::size_t before = m_texts.size();
    m_texts += '{';
    for (const std::string_view member : members) {
        if (m_texts.size() > before + 1)
            m_texts += ',';
        m_texts += member;
    }
    m_texts += '}';
    m_events.emplace_back(offset, static_cast<std::uint32_t>(m_texts.size() - before));
}

std::optional<EventTextBlock> EventTextPacker::take()
{
    if (m_events.empty())
        return std::nullopt;
    std::string raw;
    raw.reserve(m_texts.size() + 4 * m_events.size() + 16);
    putNumber(raw, m_events.size());
    std::uint64_t last = m_events.front().first;
    for (const auto& [offset, size] : m_events) {
        putNumber(raw, offset - last);
        last = offset;
    }
    for (const auto& [offset, size] : m_events)
        putNumber(raw, size);
    raw += m_texts;
    EventTextBlock block;
    block.first = m_events.front().first;
    block.rawBytes = static_cast<std::uint32_t>(raw.size());
    block.bytes = compressed(raw);
    m_events.clear();
    m_texts.clear();
    return block;
}

std::shared_ptr<const EventTextTable> EventTextTable::decode(std::string_view raw, std::uint64_t first)
{
    const auto count = takeNumber(raw);
    if (!count || *count == 0 || *count > raw.size())
        return nullptr;
    auto table = std::make_shared<EventTextTable>();
    std::uint64_t offset = first;
    for (std::uint64_t i = 0; i < *count; ++i) {
        const auto gap = takeNumber(raw);
        if (!gap || *gap >= kMostOffset - offset || (*gap == 0) != (i == 0))
            return nullptr;
        offset += *gap;
        table->m_entries.push_back({offset, 0, 0});
    }
    std::uint64_t begin = 0;
    for (Entry& entry : table->m_entries) {
        const auto size = takeNumber(raw);
        if (!size || begin + *size > std::numeric_limits<std::uint32_t>::max())
            return nullptr;
        entry.begin = static_cast<std::uint32_t>(begin);
        entry.size = static_cast<std::uint32_t>(*size);
        begin += *size;
    }
    if (begin != raw.size())
        return nullptr;
    table->m_texts = raw;
    return table;
}

std::optional<std::string_view> EventTextTable::at(std::uint64_t offset) const
{
    const auto found = std::lower_bound(m_entries.begin(), m_entries.end(), offset,
                                        [](const Entry& entry, std::uint64_t at) { return entry.offset < at; });
    if (found == m_entries.end() || found->offset != offset)
        return std::nullopt;
    return std::string_view(m_texts).substr(found->begin, found->size);
}

std::size_t EventTextTable::bytes() const
{
    return m_texts.size() + m_entries.size() * sizeof(Entry);
}

CollectedTexts::CollectedTexts(std::vector<EventTextBlock> blocks) : m_blocks(std::move(blocks))
{
    std::sort(m_blocks.begin(), m_blocks.end(),
              [](const EventTextBlock& a, const EventTextBlock& b) { return a.first < b.first; });
}

std::optional<std::string> CollectedTexts::at(std::uint64_t offset) const
{
    const auto number = blockOf([this](std::size_t i) { return m_blocks[i].first; }, m_blocks.size(), offset);
    if (!number)
        return std::nullopt;
    const EventTextBlock& block = m_blocks[*number];
    const auto raw = decompressed(block.bytes, block.rawBytes);
    return textIn(raw ? EventTextTable::decode(*raw, block.first).get() : nullptr, offset);
}

bool StoredTextBlocks::valid() const
{
    return firsts.size() == blobs.size() && (firsts.empty() || firsts.back() < kMostOffset)
           && std::adjacent_find(firsts.begin(), firsts.end(), std::greater_equal<>()) == firsts.end();
}

std::optional<std::string> StoredTexts::at(std::uint64_t offset) const
{
    const auto number = blockOf([this](std::size_t i) { return m_blocks.firsts[i]; }, m_blocks.firsts.size(), offset);
    if (!number)
        return std::nullopt;
    const auto table = std::static_pointer_cast<const EventTextTable>(
        m_pager->object(m_blocks.blobs[*number], [&](std::string_view raw, std::size_t& bytes) {
            auto decoded = EventTextTable::decode(raw, m_blocks.firsts[*number]);
            bytes = decoded ? decoded->bytes() : 0;
            return decoded;
        }));
    return textIn(table.get(), offset);
}

StoredTextBlocks storeTexts(const EventTexts& texts, StoreWriter& writer, const Progress& progress)
{
    StoredTextBlocks out;
    if (const auto* collected = dynamic_cast<const CollectedTexts*>(&texts)) {
        for (const EventTextBlock& block : collected->blocks()) {
            if (progress.cancelled() || writer.failed())
                return {};
            out.firsts.push_back(block.first);
            out.blobs.push_back(writer.addCompressed(block.bytes, block.rawBytes));
        }
    } else if (const auto* stored = dynamic_cast<const StoredTexts*>(&texts)) {
        if (&stored->pager().file() == writer.file().get())
            return stored->blocks();
        out.firsts = stored->blocks().firsts;
        for (const BlobRef& blob : stored->blocks().blobs) {
            const auto raw = stored->pager().read(blob);
            if (!raw || progress.cancelled() || writer.failed())
                return {};
            out.blobs.push_back(writer.add(*raw));
        }
    }
    return out;
}

} // namespace tideline
