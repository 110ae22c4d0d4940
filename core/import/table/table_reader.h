// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/csv/csv_reader.h"
#include "core/import/importer.h"
#include "core/import/table/table_kind.h"

namespace tideline {

/// What the readers of the single tables share: rows with their place, rejected rows counted, progress, cancelling.
class TableReader {
public:
    /// Fails when the file cannot be opened. Adds no report: finish() does.
    static Result<TableReader> open(const std::filesystem::path& path, ImportContext& context);

    const std::vector<std::string>& header() const { return m_csv.header(); }
    KnownTable known() const { return tableOf(header()); }
    const CsvReader& row() const { return m_csv; }

    /// The next row with the header's number of fields; others are counted as issues and passed over.
    bool next();
    /// Rows of any length are taken from now on.
    void allowRagged() { m_ragged = true; }
    bool cancelled() const { return m_cancelled; }

    /// The row cannot be used: counts it under `kind`.
    void reject(IssueKind kind, const std::string& reason);
    /// The row is used, with a note.
    void note(IssueKind kind);

    /// The cell's text in the pool, ill-formed UTF-8 repaired; missing cells give "".
    StringId text(int column);
    /// Any text in the pool, ill-formed UTF-8 repaired and counted.
    StringId intern(std::string_view text);
    /// The cell as an integer, kNoInteger when missing or no number.
    std::int64_t integer(int column) const;

    std::string place() const;
    std::uint64_t rejected() const { return m_rejected; }
    std::uint64_t rows() const { return m_rows - m_rejected; }

    /// Adds the file's report: Ok, or Partial when rows were rejected. A table without rows says so.
    void finish();
    void finish(FileStatus status, const std::string& reason);

private:
    TableReader(CsvReader csv, const std::filesystem::path& path, ImportContext& context);
    bool repeatsHeader() const;

    /// A text met lately: most cells repeat one, and need neither a check nor a search then.
    struct KnownText {
        std::string text;
        StringId id;
    };

    CsvReader m_csv;
    std::filesystem::path m_path;
    ImportContext* m_context;
    std::vector<KnownText> m_known; // by slot
    std::uint64_t m_rows = 0;       // of the file, rejected ones included
    std::uint64_t m_rejected = 0;
    bool m_cancelled = false;
    bool m_ragged = false;
};

/// A decimal number in the range of double, NaN for anything else.
double numberOf(std::string_view cell);

} // namespace tideline
