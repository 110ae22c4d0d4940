// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_page.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

#include "views/state/view_state.h"
#include "views/summary/triage_canvas.h"

namespace tideline {

TriagePage::TriagePage(ViewState& state, QWidget* parent)
    : Page(state, parent), m_scroll(new QScrollArea(this)), m_canvas(new TriageCanvas(this))
{
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_canvas);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(m_canvas, &TriageCanvas::barPicked, this, [this](TimeRange range) {
        this->state().zoomTo(range);
        emit timelineWanted();
    });
    connect(m_canvas, &TriageCanvas::findingPicked, this, &TriagePage::findingWanted);
    connect(&state, &ViewState::scopeChanged, this, [this] {
        if (m_session && !m_previewed)
            refresh();
    });
}

void TriagePage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_advice.reset();
    if (m_session && m_session->isFirstPart() && m_previewed)
        return;
    m_previewed = false;
    refresh();
}

void TriagePage::setAdvice(std::shared_ptr<const AdvisorResult> advice)
{
    m_advice = std::move(advice);
    // Figures that are still being counted bring the advice with them.
    if (m_session && !m_previewed && !m_job.running())
        show();
}

void TriagePage::refresh()
{
    if (!m_session) {
        m_job.cancel();
        m_canvas->setData({});
        return;
    }
    m_job.start([session = m_session, scope = state().scope()](std::stop_token) { return triageOf(*session, scope); },
                [this](TriageData figures) {
                    m_figures = std::move(figures);
                    show();
                });
}

void TriagePage::show()
{
    TriageData triage = m_figures;
    if (m_advice)
        addAdvice(triage, *m_advice);
    m_canvas->setData(std::move(triage));
}

void TriagePage::setPreview(const std::vector<StepRow>& rows, const Trace& trace, const JobVerdict& verdict)
{
    TriageData triage = triageOf(rows, trace);
    triage.preview = true;
    if (verdict.verdict != Verdict::Unknown)
        triage.verdict = verdict.verdict;
    if (verdict.slowest)
        triage.slowest = SlowRank{verdict.slowest->rank, verdict.slowest->excess, verdict.slowest->ratio};
    if (triage.bars.empty())
        return;
    m_job.cancel();
    m_previewed = true;
    m_canvas->setData(std::move(triage));
}

void TriagePage::setData(TriageData triage)
{
    m_job.cancel();
    m_canvas->setData(std::move(triage));
}

} // namespace tideline
