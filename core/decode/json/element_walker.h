// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace tideline {

/// How reading one JSON value ended.
struct LexedValue {
    enum class End {
        Complete,
        Incomplete, ///< grammatical up to the end of the text
        Bad,        ///< not JSON at `at`
        TooDeep,    ///< nested deeper than kMaxJsonDepth
    };
    End end = End::Complete;
    std::size_t at = 0;     ///< behind the value, or where it went wrong
    bool sawMarker = false; ///< the outermost object has the key that was asked for
};

constexpr std::size_t kMaxJsonDepth = 1024;

/// Reads the value at text[from] by the grammar of JSON. Lenient inside tokens: raw control bytes and any bytes in
/// strings, any word as a scalar (NaN). O(length), 0.3 to 1 GB/s, no recursion.
LexedValue lexValue(std::string_view text, std::size_t from, std::string_view marker = {});

/// One element of an array that may be broken.
struct ArrayElement {
    enum class Kind {
        Object,
        BadObject, ///< not readable; ends where the next object surely begins
        Junk,      ///< null, number, text, array, stray characters
        StrayComma,
        Incomplete, ///< the text ends inside the element
        Closer,     ///< the ] of the array
        End,
    };
    Kind kind = Kind::End;
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Walks the elements of an array one by one, and finds the next good object behind a broken one.
class ElementWalker {
public:
    /// marker: a key that a good object has; used to recognise one behind a broken object.
    /// needComma: the text continues behind an element. final: nothing follows the text.
    ElementWalker(std::string_view text, std::size_t from, std::string_view marker, bool needComma, bool final)
        : m_text(text), m_at(from), m_marker(marker), m_needComma(needComma), m_final(final)
    {
    }
    ArrayElement next();
    /// A comma must come before the next element.
    bool needComma() const { return m_needComma; }

private:
    ArrayElement object();
    ArrayElement junk();
    ArrayElement incomplete();
    /// Where a good object begins behind a broken one, or npos.
    std::size_t findObject(std::size_t from) const;
    bool mayBegin(std::size_t at) const;

    std::string_view m_text;
    std::size_t m_at;
    std::string_view m_marker;
    bool m_needComma;
    bool m_final;
};

/// Blank, tab, CR or LF.
constexpr bool isJsonBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// What numbers, true, false, null, NaN and Infinity consist of.
constexpr bool isJsonWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+'
           || c == '.' || c == '_';
}

/// The first position at or behind `from` that is no blank; the size of the text if there is none.
std::size_t skipJsonBlanks(std::string_view text, std::size_t from);

/// The position behind the closing quote of the string whose opening quote is at text[from]; npos if it is not closed.
std::size_t endOfJsonString(std::string_view text, std::size_t from);

} // namespace tideline
