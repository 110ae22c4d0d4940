// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curves_page.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

#include "views/curves/curve_legend.h"
#include "views/curves/curve_plot.h"
#include "views/curves/curve_text.h"
#include "views/state/view_state.h"
#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLegendPx = 420;

std::vector<std::optional<std::int64_t>> rankNumbers(const Trace& trace)
{
    std::vector<std::optional<std::int64_t>> numbers;
    for (const RankInfo& rank : trace.ranks())
        numbers.push_back(rank.rank);
    return numbers;
}

} // namespace

CurvesPage::CurvesPage(ViewState& state, QWidget* parent)
    : Page(state, parent),
      m_model(new CurveLegendModel(m_set, this)),
      m_plot(new CurvePlot(state, m_set)),
      m_legend(new CurveLegend(m_set, *m_model)),
      m_rangeLabel(new QLabel),
      m_empty(new QLabel),
      m_splitter(new QSplitter(Qt::Horizontal))
{
    setObjectName(u"curvesPage"_s);
    setFocusProxy(m_plot);
    buildLayout();
    m_model->setTheme(Theme::fromPalette(palette()));
    connect(&state, &ViewState::selectionChanged, this, &CurvesPage::updateStatistics);
    connect(&state, &ViewState::scopeChanged, this, [this, &state] {
        if (std::exchange(m_ranks, state.scope().ranks) != state.scope().ranks)
            m_set.showRanks(m_ranks);
    });
    connect(&m_set, &CurveSet::shownChanged, this, &CurvesPage::updateMessage);
    updateMessage();
}

void CurvesPage::buildLayout()
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_plot);
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_rangeLabel->setContentsMargins(6, 4, 6, 0);
    m_rangeLabel->setTextFormat(Qt::PlainText);
    column->addWidget(m_rangeLabel);
    column->addWidget(m_legend, 1);
    m_splitter->addWidget(scroll);
    m_splitter->addWidget(side);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setSizes({1000, kLegendPx});
    m_splitter->setChildrenCollapsible(true);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setContentsMargins(24, 12, 24, 12);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter, 1);
    all->addWidget(m_empty, 1);
}

void CurvesPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_curvesJob.cancel();
    m_statisticsJob.cancel();
    m_set.setCurves({}, {}, {});
    m_plot->setTrace(m_session ? m_session->sharedTrace() : nullptr);
    updateMessage();
    if (!m_session)
        return;
    m_curvesJob.start([trace = m_session->sharedTrace()](std::stop_token stop) { return curvesOf(*trace, stop); },
                      [this](std::vector<Curve> curves) { showCurves(std::move(curves)); });
    updateMessage();
}

void CurvesPage::showCurves(std::vector<Curve> curves)
{
    m_ranks = state().scope().ranks;
    m_set.setCurves(std::move(curves), rankNumbers(m_session->trace()), m_ranks);
    m_statisticsRange = {};
    updateMessage();
    updateStatistics();
}

TimeRange CurvesPage::statisticsRange() const
{
    const Selection& selection = state().selection();
    return selection.kind == Selection::Kind::Range && !selection.range.empty() ? selection.range : state().extent();
}

QString CurvesPage::rangeText() const
{
    if (state().selection().kind != Selection::Kind::Range)
        return tr("Figures of the whole run");
    const TimeRange range = statisticsRange();
    return tr("Figures of the selected range: %1 from %2")
        .arg(durationText(range.length()), durationText(range.start - state().extent().start));
}

void CurvesPage::updateStatistics()
{
    m_rangeLabel->setText(rangeText());
    const TimeRange range = statisticsRange();
    if (m_set.curves().empty() || range == m_statisticsRange)
        return;
    m_statisticsRange = range;
    m_statisticsJob.start(
        [curves = m_set.shared(), range](std::stop_token stop) {
            std::vector<CurveStatistics> figures;
            for (const Curve& curve : *curves) {
                if (!stop.stop_requested())
                    figures.push_back(statisticsOf(curve, range));
            }
            return figures;
        },
        [this, range](std::vector<CurveStatistics> figures) {
            const bool first = m_model->index(0, CurveLegendModel::MaxColumn).data().toString() == u"\u2026"_s;
            m_model->setStatistics(std::move(figures), range);
            if (first)
                m_legend->fitColumns();
        });
}

void CurvesPage::updateMessage()
{
    const bool loading = m_curvesJob.running();
    const bool any = !m_set.curves().empty();
    m_splitter->setVisible(any);
    m_empty->setVisible(!any);
    if (!m_session)
        m_empty->setText(tr("No profile is open"));
    else
        m_empty->setText(loading ? tr("Collecting curves…") : noCurvesText());
    m_plot->setMessage(any && m_set.panels().empty() ? tr("No curve is shown: choose one in the list") : QString());
    m_rangeLabel->setText(rangeText());
}

void CurvesPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setTheme(Theme::fromPalette(palette()));
    if (event->type() == QEvent::LanguageChange) {
        m_model->retranslate();
        m_set.retranslate();
        updateMessage();
    }
    Page::changeEvent(event);
}

} // namespace tideline
