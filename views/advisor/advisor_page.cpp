// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/advisor_page.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/advisor/advisor_text.h"
#include "views/advisor/evidence_place.h"
#include "views/advisor/finding_pane.h"
#include "views/advisor/finding_tree.h"
#include "views/kit/theme.h"
#include "views/state/view_state.h"
#include "views/text/core_text.h"
#include "views/text/finding_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

AdvisorPage::AdvisorPage(ViewState& state, QWidget* parent)
    : Page(state, parent),
      m_limits(builtinLimits()),
      m_severity(new QComboBox(this)),
      m_category(new QComboBox(this)),
      m_more(new QToolButton(this)),
      m_summary(plainLabel(this)),
      m_error(plainLabel(this)),
      m_hint(plainLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_tree(new FindingTree(this)),
      m_pane(new FindingPane(this))
{
    build();
    buildMenu();
    connectParts();
    retranslate();
    refresh();
}

void AdvisorPage::build()
{
    m_tree->setObjectName(u"findingTree"_s);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_error->hide();
    m_error->setObjectName(u"rulesError"_s);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setMargin(16);
    for (QComboBox* combo : {m_severity, m_category})
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* controls = new QHBoxLayout;
    controls->addWidget(m_severity, 1);
    controls->addWidget(m_category, 1);
    controls->addWidget(m_more);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_tree);
    splitter->addWidget(m_pane);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* body = new QWidget(this);
    auto* bodyLayout = new QVBoxLayout(body);
    bodyLayout->setContentsMargins(0, 0, 0, 0);
    bodyLayout->setSpacing(4);
    bodyLayout->addLayout(controls);
    bodyLayout->addWidget(m_summary);
    bodyLayout->addWidget(splitter, 1);
    m_stack->addWidget(body);
    m_stack->addWidget(m_hint);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->setSpacing(4);
    layout->addWidget(m_error);
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_tree);
}

void AdvisorPage::buildMenu()
{
    auto* menu = new QMenu(m_more);
    m_copyOne = menu->addAction(QString(), this, [this] { QApplication::clipboard()->setText(copyText()); });
    m_copyAll = menu->addAction(QString(), this, [this] {
        if (m_result && m_session)
            QApplication::clipboard()->setText(resultPlain(*m_result, m_session->trace()));
    });
    menu->addSeparator();
    m_load = menu->addAction(QString(), this, &AdvisorPage::chooseRules);
    m_reset = menu->addAction(QString(), this, &AdvisorPage::resetRules);
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::StrongFocus);
    connect(menu, &QMenu::aboutToShow, this, [this] {
        m_copyOne->setEnabled(m_pane->finding());
        m_reset->setEnabled(!m_rulesPath.isEmpty());
    });
}

void AdvisorPage::connectParts()
{
    connect(m_severity, &QComboBox::currentIndexChanged, this, &AdvisorPage::applyFilter);
    connect(m_category, &QComboBox::currentIndexChanged, this, &AdvisorPage::applyFilter);
    connect(m_tree, &FindingTree::pickedChanged, this, &AdvisorPage::showPicked);
    connect(m_tree, &FindingTree::ruleChosen, this, [this] {
        const Finding* const finding = m_pane->finding();
        if (finding && m_session && !finding->evidence.empty())
            selectPlace(state(), placeOf(m_session->trace(), finding->evidence.front()));
    });
    connect(m_tree, &FindingTree::ruleActivated, this, [this] {
        const Finding* const finding = m_pane->finding();
        if (finding && !finding->evidence.empty())
            activate(finding->evidence.front());
    });
    connect(m_tree, &FindingTree::copyWanted, m_copyOne, &QAction::trigger);
    connect(m_pane, &FindingPane::ruleWanted, this, &AdvisorPage::showRule);
    connect(m_pane, &FindingPane::evidencePicked, this, [this](const Evidence& evidence) {
        if (m_session)
            selectPlace(state(), placeOf(m_session->trace(), evidence));
    });
    connect(m_pane, &FindingPane::evidenceActivated, this, &AdvisorPage::activate);
    connect(&state(), &ViewState::scopeChanged, this, [this] {
        // A new profile resets the scope right after it is set here: its first judgement goes on.
        if (m_judgedScope != state().scope())
            refresh();
    });
}

void AdvisorPage::retranslate()
{
    m_severity->setAccessibleName(tr("Show findings of this severity"));
    m_category->setAccessibleName(tr("Show findings of this category"));
    m_tree->setAccessibleName(tr("Findings"));
    m_more->setText(tr("More"));
    m_more->setToolTip(tr("Copy findings, use limits of your own"));
    m_copyOne->setText(tr("&Copy finding"));
    m_copyAll->setText(tr("Copy &all findings"));
    m_load->setText(tr("&Rules file…"));
    m_reset->setText(tr("&Built-in rules"));
    fillCombos();
    showSummary();
}

void AdvisorPage::fillCombos()
{
    const QSignalBlocker severityBlocker(m_severity);
    const QSignalBlocker categoryBlocker(m_category);
    const int severity = std::max(0, m_severity->currentIndex());
    const int category = std::max(0, m_category->currentIndex());
    m_severity->clear();
    m_severity->addItem(tr("All severities"), static_cast<int>(FindingSeverity::Note));
    m_severity->addItem(tr("Low and above"), static_cast<int>(FindingSeverity::Low));
    m_severity->addItem(tr("Medium and above"), static_cast<int>(FindingSeverity::Medium));
    m_severity->addItem(tr("High only"), static_cast<int>(FindingSeverity::High));
    m_severity->setCurrentIndex(severity);
    m_category->clear();
    m_category->addItem(tr("All categories"), -1);
    for (int i = 0; i <= static_cast<int>(FindingCategory::Regression); ++i)
        m_category->addItem(categoryText(static_cast<FindingCategory>(i)), i);
    m_category->setCurrentIndex(category);
}

void AdvisorPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_tree->setResult(m_result);
    }
    if (event->type() == QEvent::PaletteChange)
        showSummary();
    Page::changeEvent(event);
}

void AdvisorPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_result.reset();
    m_tree->setResult(nullptr);
    refresh();
}

void AdvisorPage::refresh()
{
    if (!m_session) {
        m_job.cancel();
        m_judgedScope.reset();
        m_result.reset();
        m_tree->setResult(nullptr);
        showSummary();
        emit resultChanged();
        return;
    }
    m_judgedScope = state().scope();
    AdvisorOptions options;
    options.limits = m_limits;
    options.scope = state().scope();
    m_job.start(
        [session = m_session, options](std::stop_token stop) { return session->advise(options, Progress(stop)); },
        [this](Advice result) { take(std::move(result)); });
    showSummary();
}

void AdvisorPage::take(Advice result)
{
    m_failure.clear();
    m_result.reset();
    if (result)
        m_result = *result;
    else
        m_failure = visibleValue(QString::fromStdString(result.error().text()));
    m_tree->setResult(m_result);
    showSummary();
    if (!m_wantedRule.isEmpty())
        showRule(std::exchange(m_wantedRule, QString()));
    emit resultChanged();
}

void AdvisorPage::applyFilter()
{
    FindingTree::Filter filter;
    filter.least = static_cast<FindingSeverity>(m_severity->currentData().toInt());
    if (const int category = m_category->currentData().toInt(); category >= 0)
        filter.category = static_cast<FindingCategory>(category);
    m_tree->setFilter(filter);
    showSummary();
}

void AdvisorPage::showSummary()
{
    const Theme theme = Theme::fromPalette(palette());
    m_error->setVisible(m_rulesFault.has_value());
    if (m_rulesFault)
        m_error->setText(tr("The rules file was not taken.") + u'\n'
                         + visibleValue(QString::fromStdString(m_rulesFault->text())));
    QPalette faulty = palette();
    faulty.setColor(QPalette::WindowText, theme.error);
    m_error->setPalette(faulty);
    if (!m_session || !m_result) {
        m_hint->setText(!m_session             ? tr("Open a profile to get advice.")
                        : !m_failure.isEmpty() ? tr("The advisor stopped: %1").arg(m_failure)
                                               : tr("Judging the profile…"));
        m_stack->setCurrentIndex(1);
        return;
    }
    m_stack->setCurrentIndex(0);
    QStringList lines{verdictText(m_result->overview), combinedText(m_result->combinedSaving)};
    if (m_result->findings.empty())
        lines << (state().scope().limitsNothing() ? tr("No rule holds for this profile.")
                                                  : tr("No rule holds inside this scope."));
    else if (m_tree->shownFindings() == 0)
        lines << tr("The filter hides all %n finding(s).", nullptr, static_cast<int>(m_result->findings.size()));
    if (!m_rulesPath.isEmpty())
        lines << tr("Limits: %1").arg(visibleValue(QFileInfo(m_rulesPath).fileName()));
    lines.removeAll(QString());
    m_summary->setText(lines.join(u'\n'));
    m_summary->setVisible(!lines.isEmpty());
}

void AdvisorPage::showPicked()
{
    m_pane->show(m_result, m_session ? m_session->sharedTrace() : nullptr, m_tree->picked());
    m_pane->setVisible(!m_tree->picked().isEmpty());
}

void AdvisorPage::activate(const Evidence& evidence)
{
    if (!m_session)
        return;
    const EvidencePlace place = placeOf(m_session->trace(), evidence);
    if (!place.known)
        return;
    zoomToPlace(state(), place);
    emit timelineWanted();
}

void AdvisorPage::showRule(const QString& ruleId)
{
    if (!m_result) {
        m_wantedRule = ruleId;
        return;
    }
    if (m_tree->pick(ruleId))
        return;
    m_severity->setCurrentIndex(0);
    m_category->setCurrentIndex(0);
    m_tree->pick(ruleId);
}

bool AdvisorPage::loadRules(const QString& path)
{
    auto limits = readLimitsFile(path.toStdString());
    if (!limits) {
        m_rulesFault = limits.error();
        showSummary();
        return false;
    }
    m_rulesFault.reset();
    m_rulesPath = path;
    m_limits = std::move(*limits);
    refresh();
    return true;
}

void AdvisorPage::resetRules()
{
    m_rulesFault.reset();
    m_rulesPath.clear();
    m_limits = builtinLimits();
    refresh();
}

void AdvisorPage::chooseRules()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Rules file"), QFileInfo(m_rulesPath).absolutePath(),
                                                      tr("Rules (*.json)"));
    if (!path.isEmpty())
        loadRules(path);
}

QString AdvisorPage::copyText() const
{
    const Finding* const finding = m_pane->finding();
    return finding && m_session ? findingPlain(*finding, m_session->trace()) : QString();
}

} // namespace tideline
