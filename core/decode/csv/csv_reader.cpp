// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/csv/csv_reader.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMaxRowBytes = std::size_t{256} << 20;

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::size_t startOf(std::string_view text)
{
    return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

} // namespace

CsvReader::CsvReader(std::string_view text, const CsvOptions& options)
    : m_text(text), m_options(options), m_scanner(text, startOf(text)), m_position(startOf(text))
{
    readHeader();
}

Result<CsvReader> CsvReader::open(const std::filesystem::path& path, const CsvOptions& options)
{
    auto window = CsvWindow::open(path);
    if (!window)
        return window.error();
    CsvReader reader(std::string_view{}, options);
    reader.m_window = std::move(*window);
    reader.m_text = reader.m_window->text();
    reader.m_position = startOf(reader.m_text);
    reader.m_scanner = CsvScanner(reader.m_text, reader.m_position);
    reader.readHeader();
    return reader;
}

void CsvReader::readHeader()
{
    if (!next())
        return;
    m_headerCount = m_fieldCount;
    m_header.reserve(m_fields.size());
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_header.emplace_back(trimmed(field(i)));
}

int CsvReader::column(std::string_view name) const
{
    for (std::size_t i = 0; i < m_header.size(); ++i) {
        if (m_header[i] == name)
            return static_cast<int>(i);
    }
    return -1;
}

bool CsvReader::next()
{
    return m_window ? readWindowRow() : readRow();
}

void CsvReader::slide(std::size_t done)
{
    m_window->slide(done);
    m_text = m_window->text();
    m_scanner = CsvScanner(m_text);
    m_position = 0;
}

// A row that reaches the end of the window is read again with more behind it: once per window, as rows are short.
bool CsvReader::readWindowRow()
{
    for (;;) {
        const std::size_t start = m_position;
        const std::uint64_t line = m_line;
        const bool found = readRow();
        if (m_position < m_text.size() || m_window->atEnd()) {
            if (found || !m_window->shortened() || m_shortenedTold)
                return found;
            m_shortenedTold = m_unterminated = true;
            return true;
        }
        if (m_text.size() - start >= kMaxRowBytes) {
            m_unterminated = true;
            return found;
        }
        m_line = line;
        slide(start);
    }
}

std::string_view CsvReader::field(std::size_t index) const
{
    if (index >= m_fields.size())
        return {};
    const Field& at = m_fields[index];
    const std::string_view whole = at.unescaped ? std::string_view(m_unescaped) : m_text;
    const std::string_view text = whole.substr(at.begin, at.size);
    return m_options.trim ? trimmed(text) : text;
}

bool CsvReader::readRow()
{
    while (m_position < m_text.size()) {
        m_fields.clear();
        m_unescaped.clear();
        m_fieldCount = 0;
        m_unterminated = m_fieldCut = false;
        m_rowStart = m_position;
        m_rowLine = m_line;
        FieldEnd end = FieldEnd::Separator;
        while (end == FieldEnd::Separator) {
            const std::size_t stop = skipPlainFields();
            const std::size_t begin = m_position;
            const bool quoted = stop == begin && stop < m_text.size() && m_text[stop] == '"';
            end = quoted ? readQuoted(begin) : readPlain(begin, stop);
        }
        const bool blankLine = m_fieldCount == 1 && m_fields[0].size == 0 && m_text[m_rowStart] != '"';
        if (!blankLine)
            return true;
    }
    m_fields.clear();
    m_fieldCount = 0;
    return false;
}

// The common case without calls and branches: fields that simply end at a comma. Returns the first other character.
std::size_t CsvReader::skipPlainFields()
{
    const char* const text = m_text.data();
    const std::size_t size = m_text.size();
    std::size_t begin = m_position;
    std::size_t stop = m_scanner.next();
    std::size_t count = 0;
    const std::size_t room = m_options.maxColumns - std::min(m_options.maxColumns, m_fields.size());
    while (stop < size && text[stop] == ',' && stop - begin <= m_options.maxFieldBytes && count < room) {
        m_fields.push_back({begin, stop - begin, false});
        ++count;
        begin = stop + 1;
        stop = m_scanner.next();
    }
    m_fieldCount += count;
    m_position = begin;
    return stop;
}

CsvReader::FieldEnd CsvReader::readPlain(std::size_t begin, std::size_t stop)
{
    while (stop < m_text.size() && m_text[stop] == '"') // a quote inside an unquoted field is a character
        stop = m_scanner.next();
    keep({begin, stop - begin, false});
    return endAt(stop);
}

CsvReader::FieldEnd CsvReader::readQuoted(std::size_t begin)
{
    bool doubled = false;
    for (;;) {
        const std::size_t at = m_scanner.next();
        if (at >= m_text.size()) {
            m_unterminated = true;
            return finishQuoted(begin, at, at, doubled);
        }
        const char c = m_text[at];
        const char following = at + 1 < m_text.size() ? m_text[at + 1] : '\0';
        if (c == '\n' || (c == '\r' && following != '\n'))
            ++m_line;
        if (c != '"')
            continue;
        if (following == '"') {
            m_scanner.next();
            doubled = true;
            continue;
        }
        std::size_t stop = m_scanner.next();
        while (stop < m_text.size() && m_text[stop] == '"')
            stop = m_scanner.next();
        return finishQuoted(begin, at, stop, doubled);
    }
}

CsvReader::FieldEnd CsvReader::finishQuoted(std::size_t begin, std::size_t close, std::size_t stop, bool doubled)
{
    const std::string_view inside = m_text.substr(begin + 1, close - begin - 1);
    const std::string_view behind = close < stop ? m_text.substr(close + 1, stop - close - 1) : std::string_view{};
    if (!doubled && trimmed(behind).empty()) {
        keep({begin + 1, inside.size(), false});
    } else {
        const std::size_t from = m_unescaped.size();
        unescape(inside);
        m_unescaped.append(trimmed(behind).substr(0, m_options.maxFieldBytes));
        keep({from, m_unescaped.size() - from, true});
    }
    return endAt(stop);
}

CsvReader::FieldEnd CsvReader::endAt(std::size_t stop)
{
    if (stop >= m_text.size()) {
        m_position = m_text.size();
        return FieldEnd::Text;
    }
    m_position = stop + 1;
    if (m_text[stop] == ',')
        return FieldEnd::Separator;
    ++m_line;
    if (m_text[stop] == '\r' && m_position < m_text.size() && m_text[m_position] == '\n') {
        m_scanner.next();
        ++m_position;
    }
    return FieldEnd::Line;
}

void CsvReader::keep(Field field)
{
    ++m_fieldCount;
    if (m_fields.size() >= m_options.maxColumns)
        return;
    if (field.size > m_options.maxFieldBytes) {
        field.size = m_options.maxFieldBytes;
        m_fieldCut = true;
    }
    m_fields.push_back(field);
}

void CsvReader::unescape(std::string_view quoted)
{
    if (quoted.size() > m_options.maxFieldBytes) {
        quoted = quoted.substr(0, m_options.maxFieldBytes);
        m_fieldCut = true;
    }
    for (std::size_t from = 0; from < quoted.size();) {
        const std::size_t pair = quoted.find("\"\"", from);
        const std::size_t to = pair == std::string_view::npos ? quoted.size() : pair + 1;
        m_unescaped.append(quoted.substr(from, to - from));
        from = pair == std::string_view::npos ? to : pair + 2;
    }
}

} // namespace tideline
