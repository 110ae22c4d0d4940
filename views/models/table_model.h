// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace tideline {

/// What models answer beside the usual roles.
enum TableRole {
    SortRole = Qt::UserRole + 1, ///< a number, or a text to compare without case
    ExportRole,                  ///< the exact value, C locale; for headers the stable English key with its unit
    ShareRole,                   ///< 0–1 for an in-cell bar
    KeyRole,                     ///< stable id of the row, for instance the raw name
};

/// A read-only table: subclasses name their columns and answer cell(); the rest is done here.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// One column. The title is a source text of the translation context "Columns".
    struct ColumnInfo {
        const char* title;
        const char* exportKey;
        bool numeric = false;
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : tableRows(); }
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// The text that bare words and quotes of a filter look at.
    virtual QString filterText(int row) const = 0;
    /// The value of `key:` or `key>…` in a filter: a QString or a double (times in ns); invalid for an unknown key.
    virtual QVariant filterField(int row, const QString& key, bool upperBound) const;

    /// Tells the views that all texts changed their language.
    void retranslate();

protected:
    virtual int tableRows() const = 0;
    virtual QVariant cell(int row, int column, int role) const = 0;
    virtual const std::vector<ColumnInfo>& columns() const = 0;
};

} // namespace tideline
