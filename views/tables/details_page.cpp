// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/details_page.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

#include "views/kit/theme.h"
#include "views/state/view_state.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

enum DetailRole { CopyRole = Qt::UserRole + 1, LinkRole };

QStandardItem* plainItem(const QString& text)
{
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(plainToolTip(text));
    return item;
}

QList<QStandardItem*> rowItems(const DetailRow& row, const Theme& theme, const QColor& linkColour)
{
    QStandardItem* key = plainItem(row.key);
    QStandardItem* value = plainItem(row.value);
    key->setForeground(theme.mutedText);
    value->setData(row.copy.isEmpty() ? row.value : row.copy, CopyRole);
    if (row.missing) {
        QFont font = value->font();
        font.setItalic(true);
        value->setFont(font);
        value->setForeground(theme.mutedText);
    }
    if (row.link.valid()) {
        QFont font = value->font();
        font.setUnderline(true);
        value->setFont(font);
        value->setForeground(linkColour);
        value->setData(row.link.row, LinkRole);
    }
    return {key, value};
}

DetailSections collect(const Session& session, const Selection& selection, const std::stop_token& stop)
{
    switch (selection.kind) {
    case Selection::Kind::None: break;
    case Selection::Kind::Slices:
        if (selection.slices.size() == 2)
            return measureDetails(session, selection.slices[0], selection.slices[1]);
        if (!selection.slices.empty())
            return sliceDetails(session, selection.slices.back(), stop);
        break;
    case Selection::Kind::Operator: return operatorDetails(session, selection.operatorName, stop);
    case Selection::Kind::Range: return rangeDetails(session, selection.range, selection.tracks, stop);
    }
    return {};
}

} // namespace

DetailsPage::DetailsPage(ViewState& state, QWidget* parent)
    : Page(state, parent), m_model(new QStandardItemModel(this)), m_tree(new QTreeView(this)), m_hint(new QLabel(this))
{
    m_tree->setObjectName(u"detailsTree"_s);
    m_tree->setModel(m_model);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(8);
    m_tree->setHeaderHidden(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setMouseTracking(true);
    m_tree->installEventFilter(this);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    layout->addWidget(m_hint);
    connect(m_tree, &QTreeView::clicked, this, &DetailsPage::follow);
    connect(m_tree, &QTreeView::entered, this, [this](const QModelIndex& index) {
        const bool link = index.siblingAtColumn(1).data(LinkRole).isValid() && index.column() == 1;
        m_tree->viewport()->setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &DetailsPage::showMenu);
    connect(&state, &ViewState::selectionChanged, this, &DetailsPage::refresh);
    showHint();
}

void DetailsPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    refresh();
}

void DetailsPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    Page::changeEvent(event);
}

void DetailsPage::showHint()
{
    m_model->clear();
    m_tree->setAccessibleName(tr("Details"));
    m_hint->setText(m_session ? tr("Click a slice, drag over a time range, or pick a row of the operators table: what "
                                   "the profile knows about it is shown here.")
                              : tr("Open a profile to see details here."));
    m_hint->show();
    m_tree->hide();
}

void DetailsPage::refresh()
{
    const Selection selection = state().selection();
    if (!m_session || selection.kind == Selection::Kind::None) {
        m_job.cancel();
        showHint();
        return;
    }
    m_job.start([session = m_session, selection](std::stop_token stop) { return collect(*session, selection, stop); },
                [this](DetailSections sections) { show(sections); });
}

void DetailsPage::show(const DetailSections& sections)
{
    const Theme theme = Theme::fromPalette(palette());
    m_model->clear();
    m_model->setColumnCount(2);
    for (const DetailSection& section : sections) {
        QStandardItem* title = plainItem(section.title);
        QFont font = m_tree->font();
        font.setBold(true);
        title->setFont(font);
        title->setBackground(theme.alternate);
        QStandardItem* filler = plainItem({});
        filler->setBackground(theme.alternate);
        for (const DetailRow& row : section.rows)
            title->appendRow(rowItems(row, theme, palette().color(QPalette::Link)));
        m_model->appendRow({title, filler});
        m_tree->setFirstColumnSpanned(m_model->rowCount() - 1, {}, true);
    }
    m_tree->expandAll();
    m_tree->resizeColumnToContents(0);
    m_tree->setColumnWidth(0, std::min(m_tree->columnWidth(0) + 8, std::max(120, width() / 2)));
    m_hint->hide();
    m_tree->show();
}

void DetailsPage::follow(const QModelIndex& index)
{
    const QVariant link = index.siblingAtColumn(1).data(LinkRole);
    if (!link.isValid() || index.column() != 1)
        return;
    const SliceId slice{link.toUInt()};
    state().selectSlice(slice);
    state().reveal(slice);
}

void DetailsPage::copyRows() const
{
    // In the order of the page, not of the clicks.
    std::map<std::pair<int, int>, QString> lines;
    for (const QModelIndex& index : m_tree->selectionModel()->selectedRows(0)) {
        const QString value = index.siblingAtColumn(1).data(CopyRole).toString();
        const QString line = index.data().toString() + (index.parent().isValid() ? u"\t"_s + value : QString());
        lines[{index.parent().isValid() ? index.parent().row() : index.row(),
               index.parent().isValid() ? index.row() + 1 : 0}] = line;
    }
    QStringList text;
    for (const auto& [place, line] : lines)
        text.append(line);
    QApplication::clipboard()->setText(text.join(u'\n'));
}

void DetailsPage::showMenu(const QPoint& place)
{
    const QModelIndex index = m_tree->indexAt(place).siblingAtColumn(1);
    QMenu menu(this);
    menu.addAction(tr("&Copy rows"), QKeySequence::Copy, this, &DetailsPage::copyRows);
    if (index.data(CopyRole).isValid()) {
        menu.addAction(tr("Copy &value"), this,
                       [index] { QApplication::clipboard()->setText(index.data(CopyRole).toString()); });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(place));
}

bool DetailsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            copyRows();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            follow(m_tree->currentIndex().siblingAtColumn(1));
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

} // namespace tideline
