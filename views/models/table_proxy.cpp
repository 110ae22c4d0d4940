// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/table_proxy.h"

#include <algorithm>
#include <utility>

#include "views/models/table_model.h"

namespace tideline {

namespace {

/// -1, 0 or 1; texts without case first, so that a and A stand together, but never equal.
int compareTexts(const QString& left, const QString& right)
{
    const int loose = QString::compare(left, right, Qt::CaseInsensitive);
    return loose != 0 ? loose : QString::compare(left, right);
}

int compareNumbers(const QVariant& left, const QVariant& right)
{
    if (left.typeId() == QMetaType::LongLong && right.typeId() == QMetaType::LongLong) {
        const qlonglong a = left.toLongLong();
        const qlonglong b = right.toLongLong();
        return a < b ? -1 : (a > b ? 1 : 0);
    }
    const double a = left.toDouble();
    const double b = right.toDouble();
    return a < b ? -1 : (a > b ? 1 : 0);
}

} // namespace

TableProxy::TableProxy(QObject* parent) : QSortFilterProxyModel(parent)
{
}

bool TableProxy::isNumeric(int column) const
{
    const Qt::Alignment alignment(sourceModel()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    return alignment.testFlag(Qt::AlignRight);
}

void TableProxy::sortBy(int column, bool append)
{
    std::vector<SortKey> keys = append ? m_keys : std::vector<SortKey>{};
    const auto same = [column](const SortKey& key) { return key.column == column; };
    const auto old = std::find_if(m_keys.begin(), m_keys.end(), same);
    const bool first = !m_keys.empty() && m_keys.front().column == column;
    // Numbers are wanted largest first, texts from A to Z.
    SortKey key{column, isNumeric(column) ? Qt::DescendingOrder : Qt::AscendingOrder};
    if (old != m_keys.end() && (append || first))
        key.order = old->order == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
    const auto place = std::find_if(keys.begin(), keys.end(), same);
    if (place != keys.end())
        *place = key;
    else
        keys.push_back(key);
    setSortKeys(std::move(keys));
}

void TableProxy::setSortKeys(std::vector<SortKey> keys)
{
    m_keys = std::move(keys);
    // The orders are inside lessThan(); the base class is told to sort upwards and to start afresh.
    QSortFilterProxyModel::sort(-1);
    if (!m_keys.empty())
        QSortFilterProxyModel::sort(m_keys.front().column, Qt::AscendingOrder);
}

void TableProxy::setFilter(const QString& text)
{
    m_filter = TableFilter::parse(text);
    invalidateFilter();
}

bool TableProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const
{
    const auto* model = qobject_cast<const TableModel*>(sourceModel());
    return !model || m_filter.empty() || m_filter.accepts(*model, sourceRow);
}

bool TableProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    for (const SortKey& key : m_keys) {
        const QVariant a = left.siblingAtColumn(key.column).data(SortRole);
        const QVariant b = right.siblingAtColumn(key.column).data(SortRole);
        if (a.isValid() != b.isValid())
            return a.isValid();
        if (!a.isValid())
            continue;
        const int order =
            a.typeId() == QMetaType::QString ? compareTexts(a.toString(), b.toString()) : compareNumbers(a, b);
        if (order != 0)
            return (order < 0) == (key.order == Qt::AscendingOrder);
    }
    return left.row() < right.row();
}

} // namespace tideline
