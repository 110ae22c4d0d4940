// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/table_model.h"

#include <QCoreApplication>

namespace tideline {

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool numeric = columns()[static_cast<std::size_t>(index.column())].numeric;
        return QVariant::fromValue(Qt::Alignment((numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    return cell(index.row(), index.column(), role);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ColumnInfo& column = columns()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return QCoreApplication::translate("Columns", column.title);
    if (role == ExportRole)
        return QString::fromLatin1(column.exportKey);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((column.numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    return {};
}

QVariant TableModel::filterField(int, const QString&, bool) const
{
    return {};
}

void TableModel::retranslate()
{
    if (columnCount() > 0)
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (tableRows() > 0)
        emit dataChanged(index(0, 0), index(tableRows() - 1, columnCount() - 1));
}

} // namespace tideline
