// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/finding_tree.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

#include "views/kit/severity_icon.h"
#include "views/kit/theme.h"
#include "views/text/finding_text.h"
#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

enum Column { TitleColumn, GainColumn, ColumnCount };
constexpr int kRuleRole = Qt::UserRole + 1;
constexpr int kGainPaddingPx = 12;
constexpr int kRowPaddingPx = 6;

QStandardItem* plainItem(const QString& text, const QString& toolTip)
{
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(plainToolTip(toolTip));
    return item;
}

} // namespace

FindingTree::FindingTree(QWidget* parent) : QTreeView(parent), m_model(new QStandardItemModel(0, ColumnCount, this))
{
    setModel(m_model);
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideRight);
    setIndentation(fontMetrics().height());
    setExpandsOnDoubleClick(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(0);
    // Not expanded() and collapsed(): these also come while the list is filled.
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        if (!m_filling && index.data(kRuleRole).isNull())
            m_unavailableOpen = m_unavailableOpen || index.row() == m_model->rowCount() - 1;
    });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        if (!m_filling && index.row() == m_model->rowCount() - 1)
            m_unavailableOpen = false;
    });
}

void FindingTree::setResult(std::shared_ptr<const AdvisorResult> result)
{
    m_result = std::move(result);
    rebuild();
}

void FindingTree::setFilter(Filter filter)
{
    m_filter = filter;
    rebuild();
}

bool FindingTree::shows(const Finding& finding) const
{
    return finding.severity <= m_filter.least && (!m_filter.category || *m_filter.category == finding.category);
}

void FindingTree::rebuild()
{
    const QString before = picked();
    {
        const QScopedValueRollback filling(m_filling, true);
        m_model->removeRows(0, m_model->rowCount());
        m_shown = 0;
        if (m_result) {
            for (const FindingSeverity severity :
                 {FindingSeverity::High, FindingSeverity::Medium, FindingSeverity::Low, FindingSeverity::Note})
                addFindings(severity);
            expandAll();
            addUnavailable();
        }
        setCurrentIndex(kept(before));
    }
    resizeEvent(nullptr);
    emit pickedChanged();
}

QModelIndex FindingTree::kept(const QString& ruleId) const
{
    const QModelIndex again = find(ruleId);
    if (again.isValid() && isExpanded(again.parent()))
        return again;
    // A rule that is no longer a finding must not unfold the rules that were not judged.
    const QModelIndex first = m_model->index(0, 0);
    return first.isValid() && isExpanded(first) ? m_model->index(0, 0, first) : QModelIndex();
}

QStandardItem* FindingTree::addGroup(const QString& text, const QColor& colour)
{
    QStandardItem* group = plainItem(text, text);
    QFont bold = font();
    bold.setBold(true);
    group->setFont(bold);
    group->setForeground(colour);
    // Rows are as high as the first one.
    group->setSizeHint(QSize(0, fontMetrics().height() + kRowPaddingPx));
    m_model->appendRow({group, plainItem({}, {})});
    setFirstColumnSpanned(m_model->rowCount() - 1, {}, true);
    return group;
}

void FindingTree::addFindings(FindingSeverity severity)
{
    const Theme theme = Theme::fromPalette(palette());
    const QColor colour = severityColour(severity, theme);
    QList<QList<QStandardItem*>> rows;
    for (const Finding& finding : m_result->findings) {
        if (finding.severity != severity || !shows(finding))
            continue;
        const QString title = translated(finding.title);
        const QString id = QString::fromStdString(finding.ruleId);
        QStandardItem* item = plainItem(title, u"%1  %2\n%3"_s.arg(id, title, messageText(finding.text)));
        item->setIcon(severityIcon(severity, theme, fontMetrics().height(), devicePixelRatioF()));
        item->setData(id, kRuleRole);
        item->setData(severityText(severity) + u", "_s + title + u", "_s + gainText(finding.saving),
                      Qt::AccessibleTextRole);
        QStandardItem* gain = plainItem(shortGainText(finding.saving), gainText(finding.saving));
        gain->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        rows.append(QList<QStandardItem*>{item, gain});
    }
    if (rows.isEmpty())
        return;
    m_shown += static_cast<int>(rows.size());
    QStandardItem* group = addGroup(severityGlyph(severity) + u"  "_s + severityText(severity) + u" \u00B7 "_s
                                        + countText(static_cast<std::uint64_t>(rows.size())),
                                    colour);
    for (const QList<QStandardItem*>& row : rows)
        group->appendRow(row);
}

void FindingTree::addUnavailable()
{
    if (m_result->unavailable.empty())
        return;
    const Theme theme = Theme::fromPalette(palette());
    QStandardItem* group =
        addGroup(tr("Not judged") + u" \u00B7 "_s + countText(m_result->unavailable.size()), theme.mutedText);
    for (const Unavailable& rule : m_result->unavailable) {
        const QString title = translated(rule.title);
        const QString reason = messageText(rule.reason);
        QStandardItem* item = plainItem(title, u"%1  %2\n%3"_s.arg(QString::fromStdString(rule.ruleId), title, reason));
        item->setForeground(theme.mutedText);
        item->setData(QString::fromStdString(rule.ruleId), kRuleRole);
        item->setData(title + u": "_s + reason, Qt::AccessibleTextRole);
        group->appendRow({item, plainItem({}, {})});
        setFirstColumnSpanned(group->rowCount() - 1, group->index(), true);
    }
    setExpanded(group->index(), m_unavailableOpen);
}

QModelIndex FindingTree::find(const QString& ruleId) const
{
    for (int group = 0; !ruleId.isEmpty() && group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const QModelIndex index = m_model->index(row, 0, parent);
            if (index.data(kRuleRole).toString() == ruleId)
                return index;
        }
    }
    return {};
}

bool FindingTree::pick(const QString& ruleId)
{
    const QModelIndex index = find(ruleId);
    if (!index.isValid())
        return false;
    expand(index.parent());
    setCurrentIndex(index);
    scrollTo(index);
    return true;
}

QString FindingTree::picked() const
{
    return currentIndex().siblingAtColumn(TitleColumn).data(kRuleRole).toString();
}

void FindingTree::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    if (m_filling || (current.row() == previous.row() && current.parent() == previous.parent()))
        return;
    emit pickedChanged();
    emit ruleChosen(picked());
}

void FindingTree::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->matches(QKeySequence::Copy)) {
        emit copyWanted();
    } else if (enter && picked().isEmpty()) {
        setExpanded(currentIndex().siblingAtColumn(0), !isExpanded(currentIndex().siblingAtColumn(0)));
    } else if (enter) {
        emit ruleActivated(picked());
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void FindingTree::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->position().toPoint()).siblingAtColumn(TitleColumn);
    const QString id = index.data(kRuleRole).toString();
    if (event->button() == Qt::LeftButton && index.isValid() && id.isEmpty())
        setExpanded(index, !isExpanded(index));
    else if (event->button() == Qt::LeftButton && index.isValid())
        emit ruleActivated(id);
}

void FindingTree::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
}

void FindingTree::resizeEvent(QResizeEvent* event)
{
    if (event)
        QTreeView::resizeEvent(event);
    // The gain keeps its width; the title takes what is left and is elided.
    int gain = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const QString text = m_model->index(row, GainColumn, parent).data().toString();
            gain = std::max(gain, text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + kGainPaddingPx);
        }
    }
    header()->resizeSection(GainColumn, gain);
    header()->resizeSection(TitleColumn, std::max(0, viewport()->width() - gain));
}

} // namespace tideline
