// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline {

/// The slices of counted tracks by name. 4 bytes per slice, 40 per distinct name and a lower-case copy of the names.
class NameIndex {
public:
    struct Entry {
        StringId name;
        std::uint64_t count = 0;
        Duration total;
        Duration self;
    };
    using EntryRows = std::vector<std::uint32_t>;

    NameIndex() = default;
    NameIndex(const Trace& trace, const Progress& progress);

    /// The distinct names with their sums, most total time first; known since the index was built.
    const std::vector<Entry>& entries() const { return m_entries; }
    /// The row in entries() of a name, or none; O(1).
    std::uint32_t entryOf(StringId name) const;
    static constexpr std::uint32_t kNoEntry = ~std::uint32_t{0};

    /// Rows of entries() whose name holds the text, ASCII letters of any case; in the order of entries().
    /// O(bytes of the distinct names), whatever the number of slices.
    EntryRows find(std::string_view text) const;

    /// Calls body(std::span<const SliceId>) for the slices of a name piece by piece, by (track, row, start), until it
    /// returns false.
    template <typename Body>
    void forEachSlices(std::uint32_t entry, Body&& body) const
    {
        bool more = true;
        for (std::uint32_t i = m_firstPiece[entry]; more && i < m_firstPiece[entry + 1]; ++i) {
            m_slices.forEachSpan(m_pieces[i].first, m_pieces[i].last,
                                 [&](std::uint32_t, std::span<const SliceId> slices) { more = more && body(slices); });
        }
    }
    /// The slices of a name, by (track, row, start). O(count).
    std::vector<SliceId> slicesOf(std::uint32_t entry) const;
    /// The slices of some names by time on the common axis, then by id. O(k log k) for k slices.
    std::vector<SliceId> slicesInTime(const Trace& trace, const EntryRows& entries) const;

    std::size_t residentBytes() const;

private:
    friend class NameIndexJoiner;
    friend class IndexStorer;

    void countNames(const Trace& trace, const Progress& progress);
    void placeSlices(const Trace& trace, const Progress& progress);
    void keepLowerCase(const StringPool& strings);

    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_entryOfName; // by StringId
    std::vector<std::uint32_t> m_firstPiece;  // by entry; one more than entries
    std::vector<RowRange> m_pieces;           // of m_slices: one per entry, or per entry and part of a joined trace
    Column<SliceId> m_slices;
    std::string m_lower;                   // the names of all entries in a row
    std::vector<std::size_t> m_lowerFirst; // one more than entries
};

} // namespace tideline
