// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_render.h"

#include <QPainter>

#include "views/curves/curve_plot.h"
#include "views/curves/curve_text.h"

namespace tideline {

void renderCurves(QPainter& painter, const Session& session, const Scope& scope, std::optional<TimeRange> range,
                  QSize size)
{
    const Trace& trace = session.trace();
    ViewState state;
    state.reset(trace.axisExtent());
    if (range)
        state.zoomTo(*range, 1.0);
    CurveSet set;
    CurvePlot plot(state, set);
    plot.setTrace(session.sharedTrace());
    std::vector<std::optional<std::int64_t>> ranks;
    for (const RankInfo& rank : trace.ranks())
        ranks.push_back(rank.rank);
    set.setCurves(curvesOf(trace), ranks, scope.ranks);
    if (set.panels().empty())
        plot.setMessage(noCurvesText());
    plot.setMinimumHeight(0);
    plot.resize(size);
    plot.setAttribute(Qt::WA_DontShowOnScreen);
    plot.show();
    plot.paintVector(painter);
}

} // namespace tideline
