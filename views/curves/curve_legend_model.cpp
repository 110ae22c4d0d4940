// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_legend_model.h"

#include <QCoreApplication>

#include <cmath>
#include <utility>

#include "views/curves/curve_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

double figureOf(const CurveStatistics& statistics, int column)
{
    switch (column) {
    case CurveLegendModel::MinColumn: return statistics.min;
    case CurveLegendModel::MeanColumn: return statistics.mean;
    case CurveLegendModel::P95Column: return statistics.p95;
    case CurveLegendModel::MaxColumn: return statistics.max;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace

CurveLegendModel::CurveLegendModel(CurveSet& set, QObject* parent) : TableModel(parent), m_set(set)
{
    connect(&set, &CurveSet::shownChanged, this, &CurveLegendModel::curvesChanged);
}

void CurveLegendModel::curvesChanged()
{
    if (m_rows != tableRows()) {
        beginResetModel();
        m_rows = tableRows();
        m_statistics.clear();
        endResetModel();
    } else if (m_rows > 0) {
        emit dataChanged(index(0, NameColumn), index(m_rows - 1, NameColumn));
    }
}

void CurveLegendModel::setTheme(const Theme& theme)
{
    m_theme = theme;
    if (m_rows > 0)
        emit dataChanged(index(0, NameColumn), index(m_rows - 1, NameColumn));
}

void CurveLegendModel::setStatistics(std::vector<CurveStatistics> statistics, TimeRange range)
{
    m_statistics = std::move(statistics);
    m_range = range;
    if (m_rows > 0)
        emit dataChanged(index(0, MinColumn), index(m_rows - 1, MaxColumn));
}

const std::vector<TableModel::ColumnInfo>& CurveLegendModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "Curve"), "curve"},       {QT_TRANSLATE_NOOP("Columns", "Min"), "min", true},
        {QT_TRANSLATE_NOOP("Columns", "Average"), "avg", true}, {QT_TRANSLATE_NOOP("Columns", "P95"), "p95", true},
        {QT_TRANSLATE_NOOP("Columns", "Max"), "max", true},
    };
    return kColumns;
}

QVariant CurveLegendModel::nameCell(std::size_t row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case SortRole:
    case ExportRole: return m_set.title(row);
    case Qt::CheckStateRole: return m_set.isShown(row) ? Qt::Checked : Qt::Unchecked;
    case Qt::DecorationRole: return m_set.color(row, m_theme);
    case Qt::ToolTipRole: return curveNote(m_set.at(row));
    }
    return {};
}

QVariant CurveLegendModel::figureCell(std::size_t row, int column, int role) const
{
    if (row >= m_statistics.size())
        return role == Qt::DisplayRole ? QVariant(u"\u2026"_s) : QVariant();
    const CurveStatistics& statistics = m_statistics[row];
    const double figure = figureOf(statistics, column);
    switch (role) {
    case Qt::DisplayRole: return curveValueText(m_set.at(row), figure);
    case SortRole: return figure;
    case ExportRole: return std::isnan(figure) ? QString() : QString::number(figure, 'g', 17);
    case Qt::ToolTipRole:
        return statistics.enough ? QVariant()
                                 : QVariant(tooFewSamplesText(m_set.at(row), statistics, m_range.length()));
    }
    return {};
}

QVariant CurveLegendModel::cell(int row, int column, int role) const
{
    const auto at = static_cast<std::size_t>(row);
    if (at >= m_set.curves().size())
        return {};
    return column == NameColumn ? nameCell(at, role) : figureCell(at, column, role);
}

QString CurveLegendModel::filterText(int row) const
{
    return m_set.title(static_cast<std::size_t>(row));
}

} // namespace tideline
