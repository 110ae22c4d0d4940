// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <vector>

class QMenu;

namespace tideline {

class TableProxy;

/// A table with sorting on the headers (Shift adds a column), a column chooser in the header's menu, in-cell bars for
/// shares, copying as TSV and writing as CSV.
class TableView final : public QTableView {
    Q_OBJECT

public:
    explicit TableView(TableProxy* proxy, QWidget* parent = nullptr);

    TableProxy* proxy() const { return m_proxy; }
    /// Shown columns in the order of the header.
    std::vector<int> shownColumns() const;
    /// The selected rows (all rows when none is selected) with a header, exact values.
    void copySelection() const;
    /// Writes the rows as shown; false with a reason when the file cannot be written. An existing file is replaced
    /// only when everything was written.
    bool writeCsv(const QString& path, const QStringList& comments, QString* reason) const;
    /// Sets widths from the contents, the first column limited so that the figures stay in view.
    void fitColumns();

signals:
    /// The context menu of a row is about to be shown: owners add actions of their own.
    void rowMenuWanted(QMenu* menu, const QModelIndex& index);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void sortClicked(int column);
    void showColumnMenu(const QPoint& place);

    TableProxy* m_proxy;
};

} // namespace tideline
