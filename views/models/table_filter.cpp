// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/table_filter.h"

#include <QStringList>

#include <algorithm>
#include <utility>

#include "views/models/table_model.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// Splits at spaces outside quotes and /…/ patterns.
QStringList splitTerms(const QString& text)
{
    QStringList terms;
    QString current;
    QChar closing;
    for (const QChar c : text) {
        if (closing.isNull() && c.isSpace()) {
            if (!current.isEmpty())
                terms.append(std::exchange(current, {}));
            continue;
        }
        const bool opens = closing.isNull() && (c == u'"' || c == u'/')
                           && (current.isEmpty() || current == u"-" || current.endsWith(u':'));
        if (opens)
            closing = c;
        else if (c == closing)
            closing = QChar();
        current += c;
    }
    if (!current.isEmpty())
        terms.append(current);
    return terms;
}

/// Nanoseconds, bytes, a ratio for %, or the plain number.
std::optional<double> parseQuantity(const QString& text)
{
    static const QRegularExpression kShape(u"^([0-9]*\\.?[0-9]+)\\s*([a-zA-Z\u00B5%]*)$"_s);
    const QRegularExpressionMatch match = kShape.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const double number = match.captured(1).toDouble();
    const QString unit = match.captured(2).toLower();
    static const std::vector<std::pair<QString, double>> kUnits{
        {u""_s, 1}, {u"ns"_s, 1}, {u"us"_s, 1e3}, {u"\u00B5s"_s, 1e3}, {u"ms"_s, 1e6}, {u"s"_s, 1e9}, {u"%"_s, 0.01}};
    for (const auto& [name, factor] : kUnits) {
        if (unit == name)
            return number * factor;
    }
    return std::nullopt;
}

bool isQuoted(const QString& text, QChar quote)
{
    return text.size() >= 2 && text.front() == quote && text.back() == quote;
}

} // namespace

std::optional<TableFilter::Term> TableFilter::parseComparison(const QString& text)
{
    static const QRegularExpression kShape(u"^([a-z]+)(>=|<=|>|<)(.+)$"_s);
    const QRegularExpressionMatch match = kShape.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const std::optional<double> value = parseQuantity(match.captured(3));
    if (!value)
        return std::nullopt;
    Term term;
    term.kind = Kind::Compare;
    term.key = match.captured(1);
    term.greater = match.captured(2).startsWith(u'>');
    term.orEqual = match.captured(2).endsWith(u'=');
    term.value = *value;
    return term;
}

std::optional<TableFilter::Term> TableFilter::parseTerm(QString text)
{
    Term term;
    if (text.size() > 1 && text.front() == u'-') {
        term.negated = true;
        text.remove(0, 1);
    }
    if (std::optional<Term> comparison = parseComparison(text)) {
        comparison->negated = term.negated;
        return comparison;
    }
    static const QRegularExpression kField(u"^(name|type|core|shape):(.*)$"_s);
    if (const QRegularExpressionMatch match = kField.match(text); match.hasMatch()) {
        term.kind = Kind::Field;
        term.key = match.captured(1);
        text = match.captured(2);
        term.text = isQuoted(text, u'"') ? text.mid(1, text.size() - 2) : text;
        return term;
    }
    if (isQuoted(text, u'"')) {
        term.kind = Kind::Exact;
        term.text = text.mid(1, text.size() - 2);
        return term;
    }
    if (isQuoted(text, u'/')) {
        term.kind = Kind::Regex;
        term.regex.setPattern(text.mid(1, text.size() - 2));
        term.regex.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
        return term.regex.isValid() ? std::optional(term) : std::nullopt;
    }
    term.text = text;
    return term;
}

TableFilter TableFilter::parse(const QString& text)
{
    TableFilter filter;
    for (const QString& part : splitTerms(text)) {
        if (std::optional<Term> term = parseTerm(part))
            filter.m_terms.push_back(std::move(*term));
        else if (filter.m_error.isEmpty())
            filter.m_error = part;
    }
    return filter;
}

bool TableFilter::matches(const Term& term, const TableModel& model, int row)
{
    switch (term.kind) {
    case Kind::Word: return model.filterText(row).contains(term.text, Qt::CaseInsensitive);
    case Kind::Exact: return model.filterText(row) == term.text;
    case Kind::Regex: return term.regex.match(model.filterText(row)).hasMatch();
    case Kind::Field:
        return model.filterField(row, term.key, false).toString().contains(term.text, Qt::CaseInsensitive);
    case Kind::Compare: {
        const QVariant field = model.filterField(row, term.key, !term.greater);
        if (field.typeId() != QMetaType::Double)
            return false;
        const double value = field.toDouble();
        if (term.orEqual && value == term.value)
            return true;
        return term.greater ? value > term.value : value < term.value;
    }
    }
    return true;
}

bool TableFilter::accepts(const TableModel& model, int row) const
{
    return std::all_of(m_terms.begin(), m_terms.end(),
                       [&](const Term& term) { return matches(term, model, row) != term.negated; });
}

} // namespace tideline
