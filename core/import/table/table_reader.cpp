// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/table/table_reader.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/utf8.h"
#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr std::uint64_t kRowsPerReport = 16'384;

} // namespace

Result<TableReader> TableReader::open(const std::filesystem::path& path, ImportContext& context)
{
    auto csv = CsvReader::open(path);
    if (!csv)
        return csv.error();
    return TableReader(std::move(*csv), path, context);
}

TableReader::TableReader(CsvReader csv, const std::filesystem::path& path, ImportContext& context)
    : m_csv(std::move(csv)), m_path(path), m_context(&context)
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
        if (!m_csv.wrongFieldCount())
            return true;
        reject(IssueKind::WrongFieldCount,
               std::to_string(m_csv.fieldCount()) + " fields, the header has " + std::to_string(header().size()));
    }
    return false;
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
    if (isValidUtf8(text))
        return m_context->builder.intern(text);
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
        finish(FileStatus::Ok, {});
    else
        finish(FileStatus::Partial, std::to_string(m_rejected) + " rows could not be read");
}

void TableReader::finish(FileStatus status, const std::string& reason)
{
    m_context->files.push_back({m_path, status, reason, m_csv.size(), rows()});
}

double numberOf(std::string_view cell)
{
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool whole = error == std::errc{} && end == cell.data() + cell.size() && std::isfinite(value);
    return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

} // namespace tideline
