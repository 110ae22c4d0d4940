// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/steps_model.h"

#include <QCoreApplication>

#include <utility>

#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QVariant ns(const std::optional<Duration>& duration)
{
    return duration ? QVariant(static_cast<qlonglong>(duration->ns)) : QVariant();
}

} // namespace

const std::vector<TableModel::ColumnInfo>& StepsModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "Rank"), "rank", true},
        {QT_TRANSLATE_NOOP("Columns", "Step"), "step", true},
        {QT_TRANSLATE_NOOP("Columns", "Wall"), "wall_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Computing"), "computing_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Exposed communication"), "communication_not_overlapped_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Overlapped"), "overlapped_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Free"), "free_ns", true},
        {QT_TRANSLATE_NOOP("Columns", "Preparing"), "preparing_ns", true},
    };
    return kColumns;
}

void StepsModel::setSteps(std::vector<StepRow> rows, std::shared_ptr<const Trace> trace)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_trace = std::move(trace);
    endResetModel();
}

QVariant StepsModel::number(const StepRow& row, int column) const
{
    switch (column) {
    case RankColumn: {
        if (!m_trace || row.rank.row >= m_trace->ranks().size() || !m_trace->rank(row.rank).rank)
            return {};
        return static_cast<qlonglong>(*m_trace->rank(row.rank).rank);
    }
    case StepColumn: return row.step ? QVariant(static_cast<qlonglong>(*row.step)) : QVariant();
    case WallColumn: return ns(row.wall);
    case ComputingColumn: return ns(row.computing);
    case ExposedColumn: return ns(row.notOverlapped);
    case OverlappedColumn: return ns(row.overlapped);
    case FreeColumn: return ns(row.free);
    case PreparingColumn: return ns(row.preparing);
    }
    return {};
}

QVariant StepsModel::cell(int row, int column, int role) const
{
    const QVariant value = number(m_rows[static_cast<std::size_t>(row)], column);
    switch (role) {
    case Qt::DisplayRole:
        if (!value.isValid())
            return u"\u2013"_s;
        return column <= StepColumn ? QString::number(value.toLongLong()) : durationText(Duration{value.toLongLong()});
    case SortRole: return value;
    case ExportRole: return value.isValid() ? value.toString() : QString();
    case Qt::ToolTipRole:
        return value.isValid() && column > StepColumn ? exactDurationText(Duration{value.toLongLong()}) : QVariant();
    }
    return {};
}

QString StepsModel::filterText(int row) const
{
    return cell(row, RankColumn, Qt::DisplayRole).toString() + u' ' + cell(row, StepColumn, Qt::DisplayRole).toString();
}

} // namespace tideline
