// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/document_walker.h"

#include <utility>

#include "core/decode/json/boundary_scanner.h"

namespace tideline {

namespace {

constexpr std::size_t kMaxKeyBytes = 4096;
constexpr std::size_t kMaxMembers = 4096;

} // namespace

DocumentWalker::DocumentWalker(const ByteSource& source, std::string arrayMember, std::size_t maxMemberBytes,
                               const Progress& progress)
    : m_cursor(source), m_arrayMember(std::move(arrayMember)), m_maxMemberBytes(maxMemberBytes), m_progress(progress)
{
    if (m_cursor.available().substr(0, 3) == "\xEF\xBB\xBF")
        m_cursor.advance(3);
    m_cursor.skipBlanks();
    const int first = m_cursor.peek();
    m_shape = first == '[' ? Shape::Array : first == '{' ? Shape::Object : first < 0 ? Shape::Empty : Shape::Other;
    if (first == '[' || first == '{')
        m_cursor.advance(1);
}

std::optional<std::uint64_t> DocumentWalker::nextArray()
{
    if (m_over) // every worker asks until it hears so
        return std::nullopt;
    if (m_finished)
        return std::nullopt;
    if (m_shape == Shape::Object)
        return nextArrayMember();
    if (m_shape != Shape::Array)
        return std::nullopt;
    if (std::exchange(m_given, true)) {
        finish();
        return std::nullopt;
    }
    return m_cursor.position();
}

std::optional<std::uint64_t> DocumentWalker::nextArrayMember()
{
    for (;;) {
        for (m_cursor.skipBlanks(); m_cursor.peek() == ','; m_cursor.skipBlanks())
            m_cursor.advance(1);
        if (m_cursor.peek() != '"' || m_progress.cancelled()) {
            m_truncated = m_cursor.peek() < 0;
            if (m_cursor.peek() == '}')
                m_cursor.advance(1);
            finish();
            return std::nullopt;
        }
        const std::optional<std::string> key = string();
        m_cursor.skipBlanks();
        if (!key || m_cursor.peek() != ':') {
            m_truncated = m_cursor.peek() < 0;
            finish();
            return std::nullopt;
        }
        m_cursor.advance(1);
        m_cursor.skipBlanks();
        if (*key == m_arrayMember && m_cursor.peek() == '[') {
            m_cursor.advance(1);
            return m_cursor.position();
        }
        std::string raw;
        if (!value(raw)) {
            m_truncated = true;
            return std::nullopt;
        }
        if (raw.size() <= m_maxMemberBytes && m_members.size() < kMaxMembers)
            m_members.emplace(*key, std::move(raw));
    }
}

void DocumentWalker::finish()
{
    m_finished = true;
    m_over = true;
    m_cursor.skipBlanks();
    if (m_cursor.peek() >= 0 && !m_progress.cancelled())
        m_trailing = m_cursor.position();
}

std::optional<std::string> DocumentWalker::string()
{
    std::string text;
    m_cursor.advance(1);
    for (int c = m_cursor.peek(); c >= 0; c = m_cursor.peek()) {
        m_cursor.advance(1);
        if (c == '"')
            return text;
        if (text.size() < kMaxKeyBytes)
            text.push_back(static_cast<char>(c));
        if (c == '\\' && m_cursor.peek() >= 0) {
            text.push_back(static_cast<char>(m_cursor.peek()));
            m_cursor.advance(1);
        }
    }
    return std::nullopt;
}

void DocumentWalker::keep(std::string& raw, std::string_view piece) const
{
    if (raw.size() <= m_maxMemberBytes)
        raw += piece.substr(0, m_maxMemberBytes + 1 - raw.size());
}

bool DocumentWalker::value(std::string& raw)
{
    const int first = m_cursor.peek();
    if (first == '{' || first == '[')
        return nested(raw);
    if (first != '"')
        return scalar(raw);
    auto text = string();
    if (!text)
        return false;
    raw = '"' + *text + '"';
    return true;
}

bool DocumentWalker::nested(std::string& raw)
{
    keep(raw, m_cursor.available().substr(0, 1));
    m_cursor.advance(1);
    BoundaryScanner scanner;
    while (!m_progress.cancelled()) {
        const std::string_view text = m_cursor.available();
        if (text.empty())
            return false;
        const BoundaryScanner::Scan scan = scanner.feed(text);
        keep(raw, text.substr(0, scan.consumed));
        m_cursor.advance(scan.consumed);
        if (scan.ended)
            return true;
    }
    return false;
}

bool DocumentWalker::scalar(std::string& raw)
{
    for (int c = m_cursor.peek(); c >= 0; c = m_cursor.peek()) {
        if (c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t')
            return !raw.empty();
        const char byte = static_cast<char>(c);
        keep(raw, {&byte, 1});
        m_cursor.advance(1);
    }
    return false;
}

} // namespace tideline
