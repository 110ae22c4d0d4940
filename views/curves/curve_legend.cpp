// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_legend.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNameShare = 2; ///< the names take no more than half of the width

} // namespace

CurveLegend::CurveLegend(CurveSet& set, CurveLegendModel& model, QWidget* parent) : QTableView(parent), m_set(set)
{
    setObjectName(u"curveLegend"_s);
    setModel(&model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    connect(this, &QAbstractItemView::clicked, this,
            [this](const QModelIndex& index) { m_set.toggle(static_cast<std::size_t>(index.row())); });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        const auto row = static_cast<std::size_t>(index.row());
        m_set.toggle(row); // takes back what the first click of the two did
        m_set.solo(row);
    });
}

void CurveLegend::fitColumns()
{
    resizeColumnsToContents();
    setColumnWidth(0, std::min(columnWidth(0), std::max(120, width() / kNameShare)));
}

void CurveLegend::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex index = currentIndex();
    const auto row = static_cast<std::size_t>(std::max(index.row(), 0));
    if (index.isValid() && event->key() == Qt::Key_Space)
        return m_set.toggle(row);
    if (index.isValid() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return m_set.solo(row);
    QTableView::keyPressEvent(event);
}

} // namespace tideline
