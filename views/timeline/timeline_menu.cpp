// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_menu.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

#include "core/analyze/scope_filter.h"
#include "views/state/scope_edit.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"
#include "views/timeline/slice_tip.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMaxTargets = 30;
constexpr qsizetype kMaxNameLength = 80;

struct Timeline {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// Menus read "&" as a mark for the key below it.
QString literal(QString text)
{
    if (text.size() > kMaxNameLength)
        text = text.left(kMaxNameLength) + QChar(0x2026);
    return text.replace(u'&', u"&&"_s);
}

void copy(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

void addCopy(QMenu& menu, const Session& session, SliceId slice)
{
    const Trace& trace = session.trace();
    const std::string_view name = trace.text(trace.slices().name.at(slice.row));
    const QString raw = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const TimeRange range = trace.rangeOf(slice);
    menu.addAction(Timeline::tr("Copy &Name"), &menu, [raw] { copy(raw); });
    menu.addAction(Timeline::tr("Copy &Time"), &menu,
                   [range] { copy(u"%1 %2"_s.arg(range.start.ns).arg(range.length().ns)); });
    TrackScene::Box box;
    box.slice = slice;
    box.count = 1;
    const QString details = sliceTip(session, box);
    menu.addAction(Timeline::tr("Copy &Details"), &menu, [details] { copy(details); });
}

/// "Limit to" narrows what the figures count and never moves the view.
void addLimits(QMenu& menu, TimelineModel& model, SliceId slice, int laneIndex)
{
    ViewState& state = model.state();
    const Trace& trace = model.session()->trace();
    const Selection& selection = state.selection();
    if (selection.kind == Selection::Kind::Range)
        menu.addAction(Timeline::tr("&Limit to the Selected Range"), &menu,
                       [&state, range = selection.range] { limitToRange(state, range); });
    if (slice.valid()) {
        menu.addAction(Timeline::tr("Limit to Its &Time"), &menu,
                       [&state, range = model.rangeOf(slice)] { limitToRange(state, range); });
        const std::string name(trace.text(trace.slices().name.at(slice.row)));
        menu.addAction(Timeline::tr("Limit to This O&perator"), &menu,
                       [&state, name] { limitToOperator(state, name); });
    }
    const auto& lanes = model.layout().lanes();
    if (laneIndex < 0 || static_cast<std::size_t>(laneIndex) >= lanes.size())
        return;
    const Lane& lane = lanes[static_cast<std::size_t>(laneIndex)];
    if (lane.kind != LaneKind::Track)
        return;
    const TrackInfo& track = trace.track(TrackId{lane.id});
    if (const auto stream = streamOf(track))
        menu.addAction(Timeline::tr("Limit to Stream %1").arg(*stream), &menu,
                       [&state, stream] { limitToStream(state, *stream); });
    if (const auto rank = trace.rank(track.rank).rank; rank && trace.ranks().size() > 1)
        menu.addAction(Timeline::tr("Limit to Rank %1").arg(*rank), &menu,
                       [&state, rank] { limitToRank(state, rank); });
}

void addSlice(QMenu& menu, TimelineModel& model, TimelineCommands& commands, SliceId slice)
{
    menu.addAction(Timeline::tr("&Zoom to"), &menu, [&model, slice] {
        model.state().selectSlice(slice);
        model.state().zoomTo(model.rangeOf(slice));
    });
    menu.addAction(Timeline::tr("&Find Same Name"), &menu, [&model, slice] {
        Selection selection;
        selection.kind = Selection::Kind::Operator;
        selection.operatorName = model.session()->trace().slices().name.at(slice.row);
        model.state().setSelection(std::move(selection));
    });
    menu.addAction(Timeline::tr("Select Its Time &Range"), &menu, [&model, &commands, slice] {
        model.state().selectSlice(slice);
        commands.rangeFromSelection();
    });
    menu.addAction(Timeline::tr("Follow Arrow &Back"), &menu, [&model, &commands, slice] {
        model.state().selectSlice(slice);
        commands.followFlow(false);
    });
    menu.addAction(Timeline::tr("Follow Arrow For&ward"), &menu, [&model, &commands, slice] {
        model.state().selectSlice(slice);
        commands.followFlow(true);
    });
    menu.addSeparator();
    addCopy(menu, *model.session(), slice);
}

} // namespace

void fillTimelineMenu(QMenu& menu, TimelineModel& model, TimelineCommands& commands, SliceId slice, int laneIndex)
{
    if (slice.valid()) {
        addSlice(menu, model, commands, slice);
        menu.addSeparator();
    }
    if (model.session()) {
        addLimits(menu, model, slice, laneIndex);
        menu.addSeparator();
    }
    const auto& lanes = model.layout().lanes();
    if (laneIndex >= 0 && static_cast<std::size_t>(laneIndex) < lanes.size()) {
        const Lane lane = lanes[static_cast<std::size_t>(laneIndex)];
        if (lane.kind != LaneKind::Counter)
            menu.addAction(lane.collapsed ? Timeline::tr("&Expand") : Timeline::tr("&Collapse"), &menu,
                           [&model, lane] { model.toggle(lane); });
    }
    menu.addAction(Timeline::tr("Expand &All"), &menu, [&model] { model.collapseAll(false); });
    menu.addAction(Timeline::tr("C&ollapse All"), &menu, [&model] { model.collapseAll(true); });
    menu.addSeparator();
    menu.addAction(Timeline::tr("Show the &Whole Profile"), &menu, [&model] { model.state().fitAll(); });
}

void fillFlowMenu(QMenu& menu, TimelineModel& model, TimelineCommands& commands, const std::vector<SliceId>& slices)
{
    const Trace& trace = model.session()->trace();
    for (std::size_t i = 0; i < std::min(slices.size(), kMaxTargets); ++i) {
        const SliceId slice = slices[i];
        const QString name = visibleText(trace.text(trace.slices().name.at(slice.row)));
        const QString place = trackPath(trace, trace.trackOf(slice));
        menu.addAction(literal(name + u"  \u2014  "_s + place), &menu, [&commands, slice] { commands.reveal(slice); });
    }
}

} // namespace tideline
