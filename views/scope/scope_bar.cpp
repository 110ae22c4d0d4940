// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scope/scope_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <set>
#include <utility>

#include "views/kit/theme.h"
#include "views/scope/scope_chips.h"
#include "views/state/scope_edit.h"
#include "views/state/view_state.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFieldCharacters = 28;

QString literal(QString text)
{
    return text.replace(u'&', u"&&"_s);
}

/// Shows the number if the list holds nothing else; index 0 stands for all.
void showOnly(QComboBox& box, const std::vector<std::int64_t>& numbers)
{
    const QSignalBlocker blocker(box);
    const int found = numbers.size() == 1 ? box.findData(static_cast<qlonglong>(numbers.front())) : 0;
    box.setCurrentIndex(numbers.empty() ? 0 : found);
}

std::optional<std::int64_t> chosen(const QComboBox& box)
{
    const QVariant data = box.currentData();
    return data.isValid() ? std::optional<std::int64_t>(data.toLongLong()) : std::nullopt;
}

void append(Scope& scope, const Scope& more)
{
    const auto join = [](auto& list, const auto& other) {
        for (const auto& item : other) {
            if (std::find(list.begin(), list.end(), item) == list.end())
                list.push_back(item);
        }
    };
    join(scope.ranks, more.ranks);
    join(scope.steps, more.steps);
    join(scope.streams, more.streams);
    join(scope.nameParts, more.nameParts);
    join(scope.operators, more.operators);
    join(scope.categories, more.categories);
    if (more.range)
        scope.range = more.range;
}

} // namespace

ScopeBar::ScopeBar(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_rankLabel(new QLabel(this)),
      m_rank(new QComboBox(this)),
      m_stepLabel(new QLabel(this)),
      m_step(new QComboBox(this)),
      m_chipLayout(nullptr),
      m_field(new QLineEdit(this)),
      m_limit(new QPushButton(this)),
      m_clear(new QPushButton(this))
{
    build();
    retranslate();
    connect(m_rank, &QComboBox::activated, this, [this] { limitToRank(m_state, chosen(*m_rank)); });
    connect(m_step, &QComboBox::activated, this, [this] { limitToStep(m_state, chosen(*m_step)); });
    connect(m_field, &QLineEdit::returnPressed, this, &ScopeBar::addFromField);
    connect(m_field, &QLineEdit::textChanged, this, [this] { markField({}); });
    connect(m_limit, &QPushButton::clicked, this, &ScopeBar::limitToSelection);
    connect(m_clear, &QPushButton::clicked, this, [this] { clearScope(m_state); });
    connect(&state, &ViewState::scopeChanged, this, &ScopeBar::showScope);
    connect(&state, &ViewState::selectionChanged, this, &ScopeBar::showLimit);
    showScope();
}

void ScopeBar::build()
{
    setObjectName(u"scopeBar"_s);
    m_rankLabel->setBuddy(m_rank);
    m_stepLabel->setBuddy(m_step);
    for (QComboBox* box : {m_rank, m_step})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_field->setFixedWidth(fontMetrics().averageCharWidth() * kFieldCharacters + 24);
    m_field->setClearButtonEnabled(true);
    // Many chips scroll inside the bar instead of making the window wider.
    auto* area = new QScrollArea(this);
    auto* holder = new QWidget(area);
    m_chipLayout = new QHBoxLayout(holder);
    m_chipLayout->setContentsMargins(0, 0, 0, 0);
    m_chipLayout->setSpacing(4);
    m_chipLayout->addStretch(1);
    area->setWidget(holder);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    area->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    area->setFixedHeight(m_rank->sizeHint().height() + 2);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->setSpacing(6);
    layout->addWidget(m_rankLabel);
    layout->addWidget(m_rank);
    layout->addWidget(m_stepLabel);
    layout->addWidget(m_step);
    layout->addWidget(m_field);
    layout->addWidget(area, 1);
    layout->addWidget(m_limit);
    layout->addWidget(m_clear);
}

void ScopeBar::retranslate()
{
    setAccessibleName(tr("Scope"));
    m_rankLabel->setText(tr("&Rank"));
    m_stepLabel->setText(tr("&Step"));
    m_rank->setAccessibleName(tr("Limit to a rank"));
    m_step->setAccessibleName(tr("Limit to a step"));
    m_field->setPlaceholderText(tr("Limit to: stream:7 MatMul"));
    m_field->setAccessibleName(tr("Limit to"));
    m_limit->setText(tr("&Limit to Selection"));
    m_limit->setToolTip(tr("All figures count only what lies inside the selected time range, slice or operator"));
    m_clear->setText(tr("Clear Scope"));
    m_clear->setToolTip(tr("All figures count the whole profile again"));
    fillBoxes();
    showScope();
}

void ScopeBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        markField(m_field->accessibleDescription());
}

void ScopeBar::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_field->clear();
    fillBoxes();
    showScope();
}

void ScopeBar::fillBoxes()
{
    std::set<std::int64_t> ranks;
    std::set<std::int64_t> steps;
    if (m_session) {
        for (const RankInfo& rank : m_session->trace().ranks()) {
            if (rank.rank)
                ranks.insert(*rank.rank);
        }
        for (const StepInfo& step : m_session->trace().steps())
            steps.insert(step.id);
        for (const FileStepRow& row : m_session->trace().fileSteps()) {
            if (row.step)
                steps.insert(*row.step);
        }
    }
    const auto fill = [](QComboBox& box, const std::set<std::int64_t>& numbers) {
        const QSignalBlocker blocker(box);
        box.clear();
        box.addItem(ScopeBar::tr("All"));
        for (const std::int64_t number : numbers)
            box.addItem(QString::number(number), static_cast<qlonglong>(number));
    };
    fill(*m_rank, ranks);
    fill(*m_step, steps);
    m_rank->setEnabled(ranks.size() > 1);
    m_step->setEnabled(!steps.empty());
}

void ScopeBar::showScope()
{
    const Scope& scope = m_state.scope();
    showOnly(*m_rank, scope.ranks);
    showOnly(*m_step, scope.steps);
    const bool hadFocus =
        std::any_of(m_chips.begin(), m_chips.end(), [](const QToolButton* c) { return c->hasFocus(); });
    for (QToolButton* chip : m_chips) {
        chip->hide();
        chip->deleteLater();
    }
    m_chips.clear();
    for (const ScopeChip& part : chipsOf(scope, m_state.extent().start)) {
        auto* chip = new QToolButton(this);
        chip->setObjectName(u"scopeChip"_s);
        chip->setText(literal(part.text) + u"  \u2715"_s);
        chip->setToolTip(plainToolTip(part.toolTip));
        chip->setAccessibleName(tr("Take away the limit: %1").arg(part.text));
        chip->setFocusPolicy(Qt::StrongFocus);
        connect(chip, &QToolButton::clicked, this, [this, part] { m_state.setScope(without(m_state.scope(), part)); });
        m_chipLayout->insertWidget(m_chipLayout->count() - 1, chip);
        m_chips.push_back(chip);
    }
    if (hadFocus)
        (m_chips.empty() ? static_cast<QWidget*>(m_field) : m_chips.front())->setFocus();
    m_clear->setEnabled(!m_chips.empty());
    showLimit();
}

void ScopeBar::showLimit()
{
    m_limit->setEnabled(m_session && m_state.selection().kind != Selection::Kind::None);
}

void ScopeBar::limitToSelection()
{
    const Selection& selection = m_state.selection();
    if (!m_session)
        return;
    const Trace& trace = m_session->trace();
    switch (selection.kind) {
    case Selection::Kind::None: break;
    case Selection::Kind::Range: limitToRange(m_state, selection.range); break;
    case Selection::Kind::Operator: limitToOperator(m_state, std::string(trace.text(selection.operatorName))); break;
    case Selection::Kind::Slices: {
        std::optional<TimeRange> all;
        for (const SliceId slice : selection.slices) {
            const TimeRange one = trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice)));
            all = all ? TimeRange{std::min(all->start, one.start), std::max(all->end, one.end)} : one;
        }
        if (all)
            limitToRange(m_state, *all);
        break;
    }
    }
}

void ScopeBar::addFromField()
{
    const auto parsed = parseScope(m_field->text().toStdString());
    if (!parsed) {
        markField(visibleValue(QString::fromStdString(parsed.error().text())));
        m_field->selectAll();
        QToolTip::showText(m_field->mapToGlobal(QPoint(0, m_field->height())), m_field->toolTip(), m_field);
        return;
    }
    Scope scope = m_state.scope();
    append(scope, *parsed);
    m_field->clear();
    m_state.setScope(std::move(scope));
}

void ScopeBar::markField(const QString& fault)
{
    m_field->setToolTip(plainToolTip(fault));
    m_field->setAccessibleDescription(fault);
    QPalette colours = palette();
    if (!fault.isEmpty())
        colours.setColor(QPalette::Text, Theme::fromPalette(colours).error);
    m_field->setPalette(colours);
}

} // namespace tideline
