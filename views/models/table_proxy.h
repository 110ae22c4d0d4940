// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <vector>

#include "views/models/table_filter.h"

namespace tideline {

/// Sorts a TableModel by several columns (numbers as numbers, missing values last) and filters it with a TableFilter.
class TableProxy final : public QSortFilterProxyModel {
    Q_OBJECT

public:
    struct SortKey {
        int column = 0;
        Qt::SortOrder order = Qt::AscendingOrder;
    };

    explicit TableProxy(QObject* parent = nullptr);

    /// Replaces the sort order, or with `append` adds a lesser key. The same column again turns its order round.
    void sortBy(int column, bool append = false);
    void setSortKeys(std::vector<SortKey> keys);
    const std::vector<SortKey>& sortKeys() const { return m_keys; }

    void setFilter(const QString& text);
    const TableFilter& filter() const { return m_filter; }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    bool isNumeric(int column) const;

    std::vector<SortKey> m_keys;
    TableFilter m_filter;
};

} // namespace tideline
