// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/raw_json.h"

#include <charconv>

#include "core/decode/json/element_walker.h"

namespace tideline {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void appendUtf8(std::string& out, std::uint32_t code)
{
    const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0 | code >> 6);
        byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        byte(0xE0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    } else {
        byte(0xF0 | code >> 18);
        byte(0x80 | (code >> 12 & 0x3F));
        byte(0x80 | (code >> 6 & 0x3F));
        byte(0x80 | (code & 0x3F));
    }
}

/// Four hexadecimal digits at `at`; false when they are not there.
bool hexadecimal(std::string_view text, std::size_t at, std::uint32_t& code)
{
    if (at + 4 > text.size())
        return false;
    const char* first = text.data() + at;
    const auto [end, error] = std::from_chars(first, first + 4, code, 16);
    return error == std::errc() && end == first + 4;
}

bool isSurrogate(std::uint32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

/// True if the \u escape of the second surrogate stands at `at`, behind that of the first.
bool pairsWith(std::uint32_t first, std::string_view text, std::size_t at, std::uint32_t& second)
{
    return first < 0xDC00 && text.substr(at, 2) == "\\u" && hexadecimal(text, at + 2, second) && second >= 0xDC00
           && second <= 0xDFFF;
}

/// Reads the \u escape whose backslash is at `at`; gives the position behind it, or `at` when it is none.
std::size_t unicodeEscape(std::string_view text, std::size_t at, std::string& out)
{
    std::uint32_t code = 0;
    if (!hexadecimal(text, at + 2, code))
        return at;
    at += 6;
    if (!isSurrogate(code)) {
        appendUtf8(out, code);
        return at;
    }
    std::uint32_t low = 0;
    if (!pairsWith(code, text, at, low)) {
        out += kReplacement;
        return at;
    }
    appendUtf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
    return at + 6;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case '"':
    case '\\':
    case '/': return c;
    default: return '\0';
    }
}

/// Where a number or word that ends inside the text ends; npos for everything else.
std::size_t endOfPlainValue(std::string_view text, std::size_t from)
{
    std::size_t at = from;
    while (at < text.size() && isJsonWordCharacter(text[at]))
        ++at;
    return at == from || at == text.size() ? std::string_view::npos : at;
}

} // namespace

RawMembers::RawMembers(std::string_view text) : m_text(text)
{
    m_object = !text.empty() && text.front() == '{';
    m_at = m_object || (!text.empty() && text.front() == '[') ? 1 : text.size();
}

bool RawMembers::next()
{
    m_at = skipJsonBlanks(m_text, m_at);
    if (m_at < m_text.size() && m_text[m_at] == ',')
        m_at = skipJsonBlanks(m_text, m_at + 1);
    if (m_at >= m_text.size() || m_text[m_at] == '}' || m_text[m_at] == ']')
        return false;
    if (m_object) {
        const std::size_t end = m_text[m_at] == '"' ? endOfJsonString(m_text, m_at) : std::string_view::npos;
        if (end == std::string_view::npos)
            return false;
        m_key = m_text.substr(m_at + 1, end - m_at - 2);
        m_at = skipJsonBlanks(m_text, end);
        if (m_at >= m_text.size() || m_text[m_at] != ':')
            return false;
        m_at = skipJsonBlanks(m_text, m_at + 1);
    }
    const std::size_t plain = endOfPlainValue(m_text, m_at);
    if (plain != std::string_view::npos) {
        m_value = m_text.substr(m_at, plain - m_at);
        m_at = plain;
        return true;
    }
    const LexedValue value = lexValue(m_text, m_at);
    if (value.end != LexedValue::End::Complete)
        return false;
    m_value = m_text.substr(m_at, value.at - m_at);
    m_at = value.at;
    return true;
}

std::string unescapedJson(std::string_view content)
{
    std::string out;
    out.reserve(content.size());
    for (std::size_t at = 0; at < content.size();) {
        const std::size_t slash = content.find('\\', at);
        out += content.substr(at, slash - at);
        if (slash == std::string_view::npos || slash + 1 >= content.size())
            break;
        const char kind = content[slash + 1];
        const std::size_t behind = kind == 'u' ? unicodeEscape(content, slash, out) : slash;
        at = behind;
        if (behind == slash) {
            const char plain = simpleEscape(kind);
            if (plain == '\0')
                out += '\\';
            out += plain == '\0' ? kind : plain;
            at = slash + 2;
        }
    }
    return out;
}

bool hasLoneSurrogate(std::string_view content)
{
    std::size_t next = 0;
    for (std::size_t at = content.find('\\'); at < content.size(); at = content.find('\\', next)) {
        next = at + 2;
        std::uint32_t code = 0;
        if (content.substr(at, 2) != "\\u" || !hexadecimal(content, next, code))
            continue;
        next += 4;
        std::uint32_t second = 0;
        if (isSurrogate(code) && !pairsWith(code, content, next, second))
            return true;
        next += isSurrogate(code) ? 6 : 0;
    }
    return false;
}

std::string jsonTokenText(std::string_view token)
{
    if (token.empty() || token.front() != '"')
        return std::string(token);
    return unescapedJson(jsonTokenContent(token));
}

std::string_view rawMember(std::string_view object, std::string_view key)
{
    for (RawMembers members(object); members.next();) {
        const bool escaped = members.key().find('\\') != std::string_view::npos;
        if (escaped ? unescapedJson(members.key()) == key : members.key() == key)
            return members.value();
    }
    return {};
}

} // namespace tideline
