// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sqlite/table_pages.h"

#include <cstring>
#include <utility>

namespace tideline::sqlite {

namespace {

constexpr std::uint8_t kLeafKind = 0x0D;
constexpr std::uint8_t kInteriorKind = 0x05;
constexpr std::size_t kLeafHead = 8;
constexpr std::size_t kInteriorHead = 12;
constexpr std::size_t kPointerBytes = 2;
constexpr std::size_t kVarintBytes = 9;
constexpr std::size_t kMostRow = kPageBytes - 35; ///< beyond, a row goes to pages of its own
constexpr std::size_t kChildBytes = 4;
/// Pages below one: each takes a pointer, a page number and a key.
constexpr std::size_t kMostChildren = (kPageBytes - kInteriorHead) / (kPointerBytes + kChildBytes + kVarintBytes);

void storeShort(Page& page, std::size_t place, std::size_t value)
{
    page[place] = static_cast<std::uint8_t>(value >> 8U);
    page[place + 1] = static_cast<std::uint8_t>(value);
}

void storeChild(std::uint8_t* place, std::uint32_t page)
{
    for (unsigned i = 0; i < kChildBytes; ++i)
        place[i] = static_cast<std::uint8_t>(page >> (24U - 8U * i));
}

void storeHead(Page& page, std::uint8_t kind, std::size_t cells, std::size_t content)
{
    page[0] = kind;
    storeShort(page, 1, 0); // nothing was ever removed
    storeShort(page, 3, cells);
    storeShort(page, 5, content);
    page[7] = 0;
}

} // namespace

void TablePages::open(PageFile& file, std::uint32_t root)
{
    m_file = &file;
    m_root = root;
    m_leaf.reset();
    m_cells = 0;
    m_content = kPageBytes;
    m_lastKey = std::numeric_limits<std::int64_t>::min();
    m_leaves.clear();
}

bool TablePages::add(std::int64_t key, RecordCells& cells)
{
    const auto head = cells.head();
    const auto body = cells.body();
    const std::size_t size = head.size() + body.size();
    if (key <= m_lastKey || size > kMostRow)
        return false;
    std::uint8_t front[2 * kVarintBytes];
    std::uint8_t* const end = storeVarint(storeVarint(front, size), static_cast<std::uint64_t>(key));
    const auto frontBytes = static_cast<std::size_t>(end - front);
    const std::size_t bytes = frontBytes + size;
    if (!m_leaf)
        m_leaf = std::make_unique<Page>();
    if (kLeafHead + kPointerBytes * (m_cells + 1) + bytes > m_content)
        endLeaf();
    m_content -= bytes;
    std::uint8_t* const place = m_leaf->data() + m_content;
    std::memcpy(place, front, frontBytes);
    std::memcpy(place + frontBytes, head.data(), head.size());
    std::memcpy(place + frontBytes + head.size(), body.data(), body.size());
    storeShort(*m_leaf, kLeafHead + kPointerBytes * m_cells, m_content);
    ++m_cells;
    m_lastKey = key;
    return true;
}

void TablePages::closeLeaf()
{
    storeHead(*m_leaf, kLeafKind, m_cells, m_content);
    const std::size_t used = kLeafHead + kPointerBytes * m_cells;
    std::memset(m_leaf->data() + used, 0, m_content - used);
}

void TablePages::endLeaf()
{
    closeLeaf();
    m_leaves.push_back({m_file->append(*m_leaf), m_lastKey});
    m_cells = 0;
    m_content = kPageBytes;
}

void TablePages::follow(TablePages& upper)
{
    if (upper.m_cells > 0 && m_cells > 0) {
        endLeaf();
        upper.endLeaf();
        m_leaves.insert(m_leaves.end(), upper.m_leaves.begin(), upper.m_leaves.end());
        m_lastKey = upper.m_lastKey;
    } else if (upper.m_cells > 0) {
        std::swap(*this, upper);
    }
    upper = {};
}

void TablePages::finish()
{
    if (!m_leaves.empty()) {
        if (m_cells > 0)
            endLeaf();
        while (m_leaves.size() > kMostChildren)
            m_leaves = addLevel(m_leaves);
        m_file->put(m_root, interior(m_leaves.data(), m_leaves.size()));
    } else if (m_cells > 0) {
        closeLeaf();
        m_file->put(m_root, *m_leaf);
    }
    *this = {};
}

std::vector<TablePages::Child> TablePages::addLevel(const std::vector<Child>& children)
{
    std::vector<Child> out;
    // Evenly, so that no page has a single one below it.
    const std::size_t pages = (children.size() + kMostChildren - 1) / kMostChildren;
    for (std::size_t i = 0; i < pages; ++i) {
        const std::size_t first = children.size() * i / pages;
        const std::size_t last = children.size() * (i + 1) / pages;
        out.push_back({m_file->append(interior(&children[first], last - first)), children[last - 1].lastKey});
    }
    return out;
}

/// The last page stands in the head; each other one has the largest key below it beside it.
Page TablePages::interior(const Child* first, std::size_t count)
{
    Page page{};
    std::size_t content = kPageBytes;
    for (std::size_t i = 0; i + 1 < count; ++i) {
        std::uint8_t cell[kChildBytes + kVarintBytes];
        storeChild(cell, first[i].page);
        const auto bytes = static_cast<std::size_t>(
            storeVarint(cell + kChildBytes, static_cast<std::uint64_t>(first[i].lastKey)) - cell);
        content -= bytes;
        std::memcpy(page.data() + content, cell, bytes);
        storeShort(page, kInteriorHead + kPointerBytes * i, content);
    }
    storeHead(page, kInteriorKind, count - 1, content);
    storeChild(page.data() + kLeafHead, first[count - 1].page);
    return page;
}

} // namespace tideline::sqlite
