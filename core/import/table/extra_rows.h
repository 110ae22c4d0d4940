// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/import/table/row_ranks.h"

namespace tideline {

/// A table that is kept as it is, of one file or of several slices: columns join by name, and what a slice lacks is
/// empty there. A name that a header repeats gets a number, fields behind the header's end a name of their own.
class ExtraRows {
public:
    explicit ExtraRows(std::string_view name) : m_name(name) {}

    /// The next rows are of this file.
    void begin(const TableReader& table);
    void add(TableReader& table, RankId rank);
    /// Hands the tables to the builder, one per rank.
    void finish(TraceBuilder& builder);

private:
    std::size_t columnNamed(const std::string& name);

    std::string m_name;
    std::vector<std::string> m_columns;
    std::vector<std::size_t> m_places; // of the file's fields, in m_columns
    struct Part {
        std::vector<std::vector<StringId>> cells; // by column; shorter ones end with empty cells
        std::size_t rows = 0;
    };
    std::map<RankId, Part> m_parts;
    std::vector<RankId> m_order; // of first sight
};

} // namespace tideline
