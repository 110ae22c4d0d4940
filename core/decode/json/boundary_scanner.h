// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tideline {

/// Bit masks of 64 bytes of JSON text, bit i for byte i.
struct JsonMasks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t openers = 0; ///< { and [
    std::uint64_t closers = 0; ///< } and ]
    bool operator==(const JsonMasks&) const = default;
};

/// How wide the instructions are that look for quotes and brackets.
enum class ScanWidth { Scalar, Sse2, Avx2 };

/// The widest that this processor has.
ScanWidth widestScan();

/// The masks of 64 bytes; the same for every width up to widestScan().
JsonMasks jsonMasks(const char* block, ScanWidth width);

/// Follows quotes, backslashes and nesting through JSON text that comes in pieces of any size, without looking at what
/// the tokens mean. The depth is counted from where it was started. 3 to 12 GB/s; memory: constant.
class BoundaryScanner {
public:
    /// What the closers of one piece of text did at the depth in question.
    struct Scan {
        std::size_t consumed = 0; ///< bytes read: all, or up to and including the closer that ended the scan
        bool ended = false;       ///< a closer went below the start depth
    };

    explicit BoundaryScanner(ScanWidth width = widestScan()) : m_width(width) {}

    /// Starts anew: outside strings, at depth 0.
    void reset();

    /// Reads text. Each closer that brings the depth back to 0 is a border. Stops behind a closer that goes below 0.
    Scan feed(std::string_view text);

    /// The ends (offset behind the closer, counted from reset()) of the last borders seen, oldest first: those in the
    /// latest 64 blocks of 64 bytes with so many closers that one may have been a border.
    void lastBorders(std::vector<std::uint64_t>& into) const;
    /// Bytes read since reset().
    std::uint64_t position() const { return m_position; }

    bool inString() const { return m_stringCarry != 0; }
    std::int64_t depth() const { return m_depth; }

private:
    friend struct BlockScan;

    /// A block of up to 64 bytes that may have returned to depth 0.
    struct Record {
        std::uint64_t at = 0;
        std::int64_t depth = 0; // before the block
        std::uint64_t openers = 0;
        std::uint64_t closers = 0;
    };
    static constexpr std::size_t kRecords = 64;

    ScanWidth m_width;
    std::uint64_t m_position = 0;
    std::int64_t m_depth = 0;
    std::uint64_t m_stringCarry = 0; // all ones inside a string
    std::uint64_t m_escapeCarry = 0; // 1 if the next byte is escaped
    std::array<Record, kRecords> m_records{};
    std::uint64_t m_recorded = 0;
};

} // namespace tideline
