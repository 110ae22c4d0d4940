// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/utf8.h"
#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr std::uint64_t kRowsPerReport = 16'384;
constexpr std::size_t kKnownTexts = 1024;

/// A place for a text among the known ones, by its length and its ends: cells of tables differ there.
std::size_t slotOf(std::string_view text)
{
    if (text.empty())
        return 0;
    std::uint64_t ends[2] = {};
    const std::size_t part = std::min(text.size(), sizeof(std::uint64_t));
    std::memcpy(&ends[0], text.data(), part);
    std::memcpy(&ends[1], text.data() + text.size() - part, part);
    const std::uint64_t mixed = (ends[0] ^ (ends[1] << 1U) ^ text.size()) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(mixed >> 54U); // the upper 10 bits
}

/// Plain digits with decimals, exact by one division; false for anything else.
bool plainNumber(std::string_view cell, double& value)
{
    constexpr double kPowers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    constexpr std::size_t kDigits = 15; // fewer than a double holds
    if (cell.empty() || cell.size() > kDigits + 1)
        return false;
    std::uint64_t digits = 0;
    std::size_t count = 0;
    std::size_t point = cell.size();
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const char c = cell[i];
        if (c >= '0' && c <= '9') {
            digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
            ++count;
        } else if (c == '.' && point == cell.size()) {
            point = i;
        } else {
            return false;
        }
    }
    if (count == 0 || count > kDigits)
        return false;
    const std::size_t decimals = point == cell.size() ? 0 : cell.size() - point - 1;
    value = static_cast<double>(digits) / kPowers[decimals];
    return true;
}

} // namespace

Result<TableReader> TableReader::open(const std::filesystem::path& path, ImportContext& context)
{
    auto csv = CsvReader::open(path);
    if (!csv)
        return csv.error();
    return TableReader(std::move(*csv), path, context);
}

TableReader::TableReader(CsvReader csv, const std::filesystem::path& path, ImportContext& context)
    : m_csv(std::move(csv)), m_path(path), m_context(&context), m_known(kKnownTexts)
{
}

bool TableReader::next()
{
    while (m_csv.next()) {
        if (m_rows++ % kRowsPerReport == 0) {
            m_cancelled = m_context->progress.cancelled();
            if (m_cancelled)
                return false;
            m_context->progress.report(
                {Stage::Parse, m_csv.position(), m_csv.size(), m_rows, m_path.filename().string()});
        }
        if (m_csv.unterminatedQuote())
            note(IssueKind::Truncated);
        if (repeatsHeader()) {
            reject(IssueKind::BadRow, "the header again: two files were glued together");
            continue;
        }
        if (m_ragged || !m_csv.wrongFieldCount())
            return true;
        reject(IssueKind::WrongFieldCount,
               std::to_string(m_csv.fieldCount()) + " fields, the header has " + std::to_string(header().size()));
    }
    return false;
}

bool TableReader::repeatsHeader() const
{
    if (m_csv.fieldCount() != header().size())
        return false;
    for (std::size_t i = 0; i < header().size(); ++i) {
        if (m_csv.field(static_cast<int>(i)) != header()[i])
            return false;
    }
    return true;
}

void TableReader::reject(IssueKind kind, const std::string& reason)
{
    ++m_rejected;
    m_context->issues.add(kind, place(), 1, reason);
}

void TableReader::note(IssueKind kind)
{
    m_context->issues.add(kind, place());
}

StringId TableReader::text(int column)
{
    const std::string_view cell = m_csv.field(column);
    return isMissingCell(cell) ? kEmptyString : intern(cell);
}

StringId TableReader::intern(std::string_view text)
{
    KnownText& known = m_known[slotOf(text)];
    if (known.id.valid() && known.text == text)
        return known.id;
    if (isValidUtf8(text)) {
        known = {std::string(text), m_context->builder.intern(text)};
        return known.id;
    }
    note(IssueKind::InvalidUtf8);
    return m_context->builder.intern(repairedUtf8(text));
}

std::int64_t TableReader::integer(int column) const
{
    const std::string_view cell = m_csv.field(column);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error == std::errc{} && end == cell.data() + cell.size())
        return value;
    if (isMissingCell(cell))
        return kNoInteger;
    return scaledDecimal(cell, 0).value_or(kNoInteger); // "24.0"
}

std::string TableReader::place() const
{
    std::string out = m_path.string();
    out += ':';
    out += std::to_string(m_csv.line());
    return out;
}

void TableReader::finish()
{
    if (m_rejected == 0)
        finish(FileStatus::Ok, m_rows == 0 ? "only a header, no rows" : "");
    else
        finish(FileStatus::Partial, std::to_string(m_rejected) + " rows could not be read");
}

void TableReader::finish(FileStatus status, const std::string& reason)
{
    FileReport report{m_path, status, reason, m_csv.size(), m_rows};
    if (!known().seen && status != FileStatus::Skipped)
        report.note = kFromDocumentation;
    m_context->files.push_back(std::move(report));
}

double numberOf(std::string_view cell)
{
    double value = 0;
    if (plainNumber(cell, value))
        return value;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc{} && end == cell.data() + cell.size() && std::isfinite(value);
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

} // namespace tideline
