// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSaveFile>

#include <algorithm>

#include "views/models/table_export.h"
#include "views/models/table_model.h"
#include "views/models/table_proxy.h"
#include "views/tables/share_delegate.h"

namespace tideline {

namespace {

constexpr int kWidestTextPx = 420;
constexpr int kWidestFirstPx = 300;
constexpr int kRowPaddingPx = 6;

} // namespace

TableView::TableView(TableProxy* proxy, QWidget* parent) : QTableView(parent), m_proxy(proxy)
{
    setModel(proxy);
    setItemDelegate(new ShareDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPaddingPx);
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::sectionClicked, this, &TableView::sortClicked);
    connect(header, &QWidget::customContextMenuRequested, this, &TableView::showColumnMenu);
}

std::vector<int> TableView::shownColumns() const
{
    std::vector<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int logical = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(logical))
            columns.push_back(logical);
    }
    return columns;
}

void TableView::sortClicked(int column)
{
    m_proxy->sortBy(column, QApplication::keyboardModifiers().testFlag(Qt::ShiftModifier));
    const TableProxy::SortKey& first = m_proxy->sortKeys().front();
    horizontalHeader()->setSortIndicator(first.column, first.order);
}

void TableView::showColumnMenu(const QPoint& place)
{
    QMenu menu(this);
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        QAction* action = menu.addAction(m_proxy->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) { setColumnHidden(column, !shown); });
    }
    menu.addSeparator();
    menu.addAction(tr("&Fit column widths"), this, &TableView::fitColumns);
    menu.exec(horizontalHeader()->mapToGlobal(place));
}

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("&Copy rows"), QKeySequence::Copy, this, &TableView::copySelection);
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid()) {
        menu.addAction(tr("Copy &value"), this,
                       [index] { QApplication::clipboard()->setText(index.data(ExportRole).toString()); });
        emit rowMenuWanted(&menu, index);
    }
    menu.exec(event->globalPos());
}

void TableView::copySelection() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            rows.append(m_proxy->index(row, 0));
    }
    QApplication::clipboard()->setText(tabSeparated(*m_proxy, rows, shownColumns()));
}

bool TableView::writeCsv(const QString& path, const QStringList& comments, QString* reason) const
{
    QSaveFile file(path);
    const QByteArray text = csvOf(*m_proxy, shownColumns(), comments);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
    if (!done && reason)
        *reason = file.errorString();
    return done;
}

void TableView::fitColumns()
{
    resizeColumnsToContents();
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        const int limit = column == 0 ? kWidestFirstPx : kWidestTextPx;
        setColumnWidth(column, std::min(columnWidth(column) + kRowPaddingPx, limit));
    }
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (currentIndex().isValid())
            emit doubleClicked(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace tideline
