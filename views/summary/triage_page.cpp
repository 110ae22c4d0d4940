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
}

void TriagePage::setSession(std::shared_ptr<const Session> session)
{
    if (!session) {
        m_job.cancel();
        m_canvas->setData({});
        return;
    }
    m_job.start([session](std::stop_token) { return triageOf(*session); },
                [this](TriageData triage) { m_canvas->setData(std::move(triage)); });
}

void TriagePage::setPreview(const std::vector<StepRow>& rows, const Trace& trace)
{
    TriageData triage = triageOf(rows, trace);
    triage.preview = true;
    if (!triage.bars.empty())
        m_canvas->setData(std::move(triage));
}

void TriagePage::setData(TriageData triage)
{
    m_job.cancel();
    m_canvas->setData(std::move(triage));
}

} // namespace tideline
