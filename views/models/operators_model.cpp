// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/operators_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QVariant nsOf(const std::optional<Duration>& duration)
{
    return duration ? QVariant(static_cast<qlonglong>(duration->ns)) : QVariant();
}

QVariant ratioOf(const std::optional<double>& ratio)
{
    return ratio ? QVariant(*ratio) : QVariant();
}

const std::string* textOf(const RankingRow& row, int column)
{
    switch (column) {
    case OperatorsModel::NameColumn: return &row.name;
    case OperatorsModel::TypeColumn: return &row.type;
    case OperatorsModel::CoreColumn: return &row.core;
    case OperatorsModel::ShapeColumn: return &row.shape;
    }
    return nullptr;
}

} // namespace

const std::vector<TableModel::ColumnInfo>& OperatorsModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "Name"), "name"},
        {QT_TRANSLATE_NOOP("Columns", "Type"), "type"},
        {QT_TRANSLATE_NOOP("Columns", "Core"), "core"},
        {QT_TRANSLATE_NOOP("Columns", "Shapes"), "shape"},
        {QT_TRANSLATE_NOOP("Columns", "Calls"), "calls", true},
        {QT_TRANSLATE_NOOP("Columns", "Total"), "total_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Self"), "self_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Average"), "avg_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Shortest"), "min_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Longest"), "max_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Share"), "ratio", true},
        {QT_TRANSLATE_NOOP("Columns", "Wait"), "wait_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Cube use"), "utilization_ratio", true},
    };
    return kColumns;
}

void OperatorsModel::setRanking(Ranking ranking)
{
    beginResetModel();
    m_ranking = std::move(ranking);
    endResetModel();
}

bool OperatorsModel::columnUsed(int column) const
{
    if (column == NameColumn)
        return true;
    return std::any_of(m_ranking.rows.begin(), m_ranking.rows.end(), [column](const RankingRow& row) {
        const std::string* text = textOf(row, column);
        return text ? !text->empty() : number(row, column).isValid();
    });
}

QVariant OperatorsModel::number(const RankingRow& row, int column)
{
    switch (column) {
    case CallsColumn: return static_cast<qulonglong>(row.calls);
    case TotalColumn: return static_cast<qlonglong>(row.total.ns);
    case SelfColumn: return nsOf(row.self);
    case AverageColumn: return row.averageNs();
    case MinColumn: return static_cast<qlonglong>(row.min.ns);
    case MaxColumn: return static_cast<qlonglong>(row.max.ns);
    case ShareColumn: return ratioOf(row.ratio);
    case WaitColumn: return nsOf(row.wait);
    case UtilisationColumn: return ratioOf(row.utilization);
    }
    return {};
}

QString OperatorsModel::numberDisplay(const RankingRow& row, int column)
{
    const QVariant value = number(row, column);
    if (!value.isValid())
        return u"\u2013"_s;
    switch (column) {
    case CallsColumn: return countText(row.calls);
    case ShareColumn:
    case UtilisationColumn: return percentText(value.toDouble());
    case AverageColumn: return durationText(row.averageNs());
    }
    return durationText(Duration{value.toLongLong()});
}

QVariant OperatorsModel::numberExport(const RankingRow& row, int column)
{
    const QVariant value = number(row, column);
    if (value.typeId() == QMetaType::Double)
        return QString::number(value.toDouble(), 'g', 15);
    return value.isValid() ? value.toString() : QString();
}

QVariant OperatorsModel::text(const RankingRow& row, int column, int role)
{
    const std::string& value = *textOf(row, column);
    const bool placeholder = column == NameColumn;
    switch (role) {
    case Qt::DisplayRole:
    case SortRole: return placeholder ? visibleText(value) : visibleValue(QString::fromStdString(value));
    case Qt::ToolTipRole:
        return plainToolTip(placeholder ? visibleText(value) : visibleValue(QString::fromStdString(value)));
    case ExportRole:
    case KeyRole: return QString::fromStdString(value);
    }
    return {};
}

QVariant OperatorsModel::cell(int rowIndex, int column, int role) const
{
    const RankingRow& ranked = row(rowIndex);
    if (textOf(ranked, column))
        return text(ranked, column, role);
    switch (role) {
    case Qt::DisplayRole: return numberDisplay(ranked, column);
    case SortRole: return number(ranked, column);
    case ExportRole: return numberExport(ranked, column);
    case ShareRole: return column == ShareColumn || column == UtilisationColumn ? number(ranked, column) : QVariant();
    case Qt::ToolTipRole:
        if (column == CallsColumn || column == ShareColumn || column == UtilisationColumn)
            return {};
        return number(ranked, column).isValid() ? exactDurationText(Duration{number(ranked, column).toLongLong()})
                                                : QVariant();
    }
    return {};
}

QString OperatorsModel::filterText(int rowIndex) const
{
    return visibleText(row(rowIndex).name);
}

QVariant OperatorsModel::filterField(int rowIndex, const QString& key, bool upperBound) const
{
    const RankingRow& ranked = row(rowIndex);
    if (key == u"name")
        return visibleText(ranked.name);
    if (key == u"type")
        return QString::fromStdString(ranked.type);
    if (key == u"core")
        return QString::fromStdString(ranked.core);
    if (key == u"shape")
        return QString::fromStdString(ranked.shape);
    // "dur>1ms" keeps a group with an instance longer than that, "dur<1ms" one with a shorter instance.
    if (key == u"dur")
        return static_cast<double>(upperBound ? ranked.min.ns : ranked.max.ns);
    if (key == u"total")
        return static_cast<double>(ranked.total.ns);
    if (key == u"avg")
        return ranked.averageNs();
    if (key == u"calls")
        return static_cast<double>(ranked.calls);
    if (key == u"share")
        return ranked.ratio ? QVariant(*ranked.ratio) : QVariant(-1.0);
    if (key == u"wait")
        return ranked.wait ? static_cast<double>(ranked.wait->ns) : -1.0;
    return {};
}

} // namespace tideline
