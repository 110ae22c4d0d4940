// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/decode/json/boundary_scanner.h"
#include "core/decode/json/document_walker.h"
#include "core/decode/json/json_array_reader.h"

namespace tideline {

/// Whole elements of the array, ready to be parsed in place: one byte of room before the text, padding behind it.
struct JsonChunk {
    std::vector<char> buffer;
    std::size_t size = 0;
    std::uint64_t offset = 0; ///< of the text in the source
    bool needComma = false;   ///< the text continues behind an element
    bool final = false;       ///< nothing of the array follows
    bool closed = false;      ///< the array's ] follows
    bool tooLarge = false;    ///< in place of an object above the limit
    static constexpr std::size_t kBefore = 1;

    char* text() { return buffer.data() + kBefore; }
    std::string_view view() const { return {buffer.data() + kBefore, size}; }
};

/// Cuts the arrays of a document into chunks at object borders. One caller at a time.
class ChunkFeeder {
public:
    ChunkFeeder(const ByteSource& source, const JsonArrayOptions& options, const Progress& progress);

    DocumentWalker::Shape shape() const { return m_document.shape(); }
    /// Fills the next chunk; false when there is none left, or when cancelled.
    bool next(JsonChunk& chunk);

    bool arrayFound() const { return m_arrayFound; }
    bool truncated() const { return m_truncated || m_document.truncated(); }
    bool tooLarge() const { return m_tooLarge; }
    std::optional<std::uint64_t> trailing() const { return m_document.trailing(); }
    std::map<std::string, std::string> takeMembers() { return m_document.takeMembers(); }

private:
    bool startArray();
    bool fillChunk(JsonChunk& chunk);
    /// Appends up to `bytes` of the source and scans them; false when the source ended.
    bool readMore(JsonChunk& chunk, std::size_t bytes);
    bool cutFast(JsonChunk& chunk);
    bool cutAtEnd(JsonChunk& chunk);
    bool cutSlowly(JsonChunk& chunk, bool sourceEnded);
    bool goodBorder(std::string_view text, std::size_t border, std::size_t& next) const;
    /// The chunk is text[0, size); the next one begins at `next`.
    void cut(JsonChunk& chunk, std::size_t size, std::size_t next, bool needComma);
    void endArray(JsonChunk& chunk, std::size_t size, std::size_t behind);
    void skipHugeObject(JsonChunk& chunk);
    /// Where in the text the object that the scanner is in ends, or the size of the text.
    std::size_t skipToBorder(std::string_view text);
    /// Starts the scanner at the carry, which begins between two elements.
    void rescanCarry();
    void collectBorders();

    const ByteSource& m_source;
    const JsonArrayOptions& m_options;
    const Progress& m_progress;
    DocumentWalker m_document;
    BoundaryScanner m_scanner;
    std::vector<char> m_carry; // read, but not yet in a chunk
    std::vector<std::uint64_t> m_borders;
    std::uint64_t m_offset = 0;     // of the carry in the source
    std::size_t m_scanned = 0;      // bytes of the chunk that the scanner has seen
    std::int64_t m_scannerBase = 0; // where in the chunk the scanner was reset; negative: before it
    bool m_scanEnded = false;
    bool m_inArray = false;
    bool m_needComma = false;
    bool m_arrayFound = false;
    bool m_truncated = false;
    bool m_tooLarge = false; // an object was left out
};

} // namespace tideline
