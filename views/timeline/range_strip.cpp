// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/range_strip.h"

#include <QEvent>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"
#include "views/timeline/slice_tip.h"

namespace tideline {

using namespace Qt::StringLiterals;

RangeSummary summarise(const Session& session, const Selection& selection, const std::stop_token& stop)
{
    const Trace& trace = session.trace();
    std::vector<TrackId> tracks;
    for (std::uint32_t row = 0; row < trace.tracks().size(); ++row) {
        if (selection.tracks.empty() && isCounted(trace.tracks()[row].kind))
            tracks.push_back(TrackId{row});
    }
    for (const TrackId track : selection.tracks) {
        if (isCounted(trace.track(track).kind))
            tracks.push_back(track);
    }
    RangeSummary summary;
    summary.range = selection.range;
    summary.tracks = tracks.size();
    summary.stats = rangeStats(trace, tracks, selection.range, 1, Progress(stop));
    return summary;
}

RangeStrip::RangeStrip(TimelineModel& model, QWidget* parent) : QLabel(parent), m_model(model), m_job(this)
{
    setObjectName(u"rangeStrip"_s);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(8, 3, 8, 3);
    setAccessibleName(tr("Selection summary"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&model.state(), &ViewState::selectionChanged, this, &RangeStrip::rebuild);
    connect(&model, &TimelineModel::profileChanged, this, &RangeStrip::rebuild);
    rebuild();
}

void RangeStrip::rebuild()
{
    m_job.cancel();
    const Selection& selection = m_model.state().selection();
    if (!m_model.session())
        return setText({});
    switch (selection.kind) {
    case Selection::Kind::None:
        return setText(tr("Drag over tracks to sum up a time range. W A S D zoom and move, ? lists all keys."));
    case Selection::Kind::Slices: return setText(sliceText());
    case Selection::Kind::Operator:
        return setText(
            tr("All slices named %1").arg(visibleText(m_model.session()->trace().text(selection.operatorName))));
    case Selection::Kind::Range:
        m_job.start([session = m_model.sharedSession(),
                     selection](std::stop_token stop) { return summarise(*session, selection, stop); },
                    [this](const RangeSummary& summary) { show(summary); });
        return;
    }
}

void RangeStrip::show(const RangeSummary& summary)
{
    QString text = tr("%1 selected").arg(durationText(summary.range.length()));
    text += u"   \u00B7   "_s + tr("busy (union) %1").arg(durationText(summary.stats.busy));
    text += u"   \u00B7   "_s + tr("sum %1").arg(durationText(summary.stats.sum));
    text += u"   \u00B7   "_s + tr("%1 slices").arg(countText(summary.stats.slices));
    text += u"   \u00B7   "_s + tr("%1 tracks").arg(countText(summary.tracks));
    setText(text);
}

QString RangeStrip::sliceText() const
{
    const std::vector<SliceId>& slices = m_model.state().selection().slices;
    const Trace& trace = m_model.session()->trace();
    if (slices.size() == 1) {
        const TimeRange range = m_model.rangeOf(slices.front());
        return visibleText(trace.text(trace.slices().name.at(slices.front().row))) + u"   \u00B7   "_s
               + durationText(range.length()) + u"   \u00B7   "_s + trackPath(trace, trace.trackOf(slices.front()));
    }
    if (slices.size() != 2)
        return tr("%1 slices selected").arg(countText(slices.size()));
    const TimeRange a = m_model.rangeOf(slices[0]);
    const TimeRange b = m_model.rangeOf(slices[1]);
    return tr("start to start %1   \u00B7   end to start %2   \u00B7   end to end %3")
        .arg(exactDurationText(b.start - a.start), exactDurationText(b.start - a.end),
             exactDurationText(b.end - a.end));
}

void RangeStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Selection summary"));
        rebuild();
    }
    QLabel::changeEvent(event);
}

} // namespace tideline
