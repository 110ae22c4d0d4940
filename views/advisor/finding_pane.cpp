// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/finding_pane.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/advisor/advisor_text.h"
#include "views/advisor/evidence_model.h"
#include "views/kit/theme.h"
#include "views/models/table_proxy.h"
#include "views/tables/table_view.h"
#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNameCharacters = 22;

} // namespace

FindingPane::FindingPane(QWidget* parent)
    : QWidget(parent),
      m_text(new QTextBrowser(this)),
      m_count(new QLabel(this)),
      m_model(new EvidenceModel(this)),
      m_proxy(new TableProxy(this)),
      m_table(nullptr)
{
    m_proxy->setSourceModel(m_model);
    m_table = new TableView(m_proxy, this);
    build();
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == u"rule")
            emit ruleWanted(url.path());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const Evidence* const evidence = evidenceAt(current);
                if (!m_filling && evidence)
                    emit evidencePicked(*evidence);
            });
    // A click on the row that is current already picks it again: the selection may have moved on meanwhile.
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (const Evidence* const evidence = evidenceAt(index))
            emit evidencePicked(*evidence);
    });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const Evidence* const evidence = evidenceAt(index))
            emit evidenceActivated(*evidence);
    });
}

void FindingPane::build()
{
    m_text->setObjectName(u"findingText"_s);
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(6);
    m_table->setObjectName(u"evidenceTable"_s);
    m_table->setFrameShape(QFrame::NoFrame);
    m_count->setTextFormat(Qt::PlainText);
    m_count->setContentsMargins(6, 2, 6, 2);
    auto* lower = new QWidget(this);
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->setSpacing(0);
    lowerLayout->addWidget(m_count);
    lowerLayout->addWidget(m_table, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_text);
    splitter->addWidget(lower);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
}

void FindingPane::show(std::shared_ptr<const AdvisorResult> result, std::shared_ptr<const Trace> trace,
                       const QString& ruleId)
{
    m_result = std::move(result);
    m_trace = std::move(trace);
    m_ruleId = ruleId;
    refresh();
}

void FindingPane::refresh()
{
    m_text->setAccessibleName(tr("Finding"));
    m_table->setAccessibleName(tr("Evidence"));
    m_finding = nullptr;
    QString html;
    const std::string id = m_ruleId.toStdString();
    if (m_result && m_trace) {
        const Theme theme = Theme::fromPalette(palette());
        const auto found = std::find_if(m_result->findings.begin(), m_result->findings.end(),
                                        [&id](const Finding& finding) { return finding.ruleId == id; });
        const auto unavailable = std::find_if(m_result->unavailable.begin(), m_result->unavailable.end(),
                                              [&id](const Unavailable& rule) { return rule.ruleId == id; });
        if (found != m_result->findings.end()) {
            m_finding = &*found;
            html = findingHtml(*found, *m_result, *m_trace, theme);
        } else if (unavailable != m_result->unavailable.end()) {
            html = unavailableHtml(*unavailable, theme);
        }
    }
    m_text->setHtml(html);
    fillEvidence();
}

void FindingPane::fillEvidence()
{
    const QScopedValueRollback filling(m_filling, true);
    const std::size_t count = m_finding ? m_finding->evidence.size() : 0;
    m_proxy->setSortKeys({});
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_model->setEvidence(m_finding ? m_finding->evidence : std::vector<Evidence>(), m_trace);
    m_table->parentWidget()->setVisible(count > 0);
    if (count == 0)
        return;
    m_table->setColumnHidden(EvidenceModel::RankColumn, m_trace->ranks().size() < 2);
    m_count->setText(
        m_finding->evidenceTotal > count
            ? tr("Evidence: the %1 heaviest of %2 places").arg(countText(count), countText(m_finding->evidenceTotal))
            : tr("Evidence: %n place(s)", nullptr, static_cast<int>(count)));
    m_table->fitColumns();
    // The figures come into view beside the names.
    const int widest = fontMetrics().averageCharWidth() * kNameCharacters;
    m_table->setColumnWidth(EvidenceModel::NameColumn,
                            std::min(m_table->columnWidth(EvidenceModel::NameColumn), widest));
}

const Evidence* FindingPane::evidenceAt(const QModelIndex& index) const
{
    return index.isValid() ? &m_model->row(m_proxy->mapToSource(index).row()) : nullptr;
}

void FindingPane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        refresh();
}

} // namespace tideline
