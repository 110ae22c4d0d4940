// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <optional>
#include <vector>

namespace tideline {

class TableModel;

/// A parsed filter. Bare words must all occur (case does not matter), "…" is the exact text, /…/ a regular expression,
/// key:word looks into one field, key>1ms compares; a leading - negates a term.
class TableFilter {
public:
    /// What was understood; error() names the first term that was not, which is then left out.
    static TableFilter parse(const QString& text);

    bool empty() const { return m_terms.empty(); }
    const QString& error() const { return m_error; }
    /// True if the row passes all terms. O(terms · length).
    bool accepts(const TableModel& model, int row) const;

private:
    enum class Kind { Word, Exact, Regex, Field, Compare };
    struct Term {
        Kind kind = Kind::Word;
        bool negated = false;
        QString key;
        QString text;
        QRegularExpression regex;
        bool greater = false;
        bool orEqual = false;
        double value = 0;
    };
    static std::optional<Term> parseTerm(QString text);
    static std::optional<Term> parseComparison(const QString& text);
    static bool matches(const Term& term, const TableModel& model, int row);

    std::vector<Term> m_terms;
    QString m_error;
};

} // namespace tideline
