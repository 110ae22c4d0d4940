// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/export/sqlite/page_file.h"
#include "core/export/sqlite/record_cells.h"

namespace tideline::sqlite {

/// The tree of pages of one table, filled from its first row to its last: full leaves go to the file at once, the pages
/// above them at the end. Ten times as fast as the library's way through a statement per row.
/// Source: https://www.sqlite.org/fileformat2.html#b_tree_pages
class TablePages {
public:
    void open(PageFile& file, std::uint32_t root);
    bool isOpen() const { return m_file != nullptr; }
    /// False, with nothing added, when the key is not above all others or the row fills a page alone.
    bool add(std::int64_t key, RecordCells& cells);
    /// Takes over the rows of a tree whose keys are all above these; it is empty then.
    void follow(TablePages& upper);
    /// Writes what is left, the root last.
    void finish();

private:
    struct Child {
        std::uint32_t page = 0;
        std::int64_t lastKey = 0;
    };

    void endLeaf();
    void closeLeaf();
    /// The pages above these; the last one that is left goes to the root.
    std::vector<Child> addLevel(const std::vector<Child>& children);
    static Page interior(const Child* first, std::size_t count);

    PageFile* m_file = nullptr;
    std::uint32_t m_root = 0;
    std::unique_ptr<Page> m_leaf; ///< from the first row on
    std::size_t m_cells = 0;
    std::size_t m_content = kPageBytes; ///< where the cells of the leaf begin
    std::int64_t m_lastKey = std::numeric_limits<std::int64_t>::min();
    std::vector<Child> m_leaves; ///< that are in the file
};

} // namespace tideline::sqlite
