// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QImage>

#include <string>
#include <vector>

#include "core/index/trace_index.h"
#include "core/report/report.h"
#include "core/report/report_words.h"
#include "core/scene/ruler.h"

class QPainter;

namespace tideline {

/// A part of the timeline for paper: the busiest lanes of one rank, in the light palette.
class TimelinePicture {
public:
    struct LaneName {
        QString text;
        int y = 0; ///< logical pixels below the ruler
        int height = 0;
    };
    /// widthPx: of all, names included; logical pixels.
    TimelinePicture(const Trace& trace, const TraceIndex& index, const ReportPicture& picture, int widthPx,
                    const QFont& font);

    bool empty() const { return m_names.empty(); }
    int widthPx() const { return m_width; }
    int heightPx() const;
    void paint(QPainter& painter, QPointF corner, const ReportWords& words) const;

private:
    static constexpr int kNamesPx = 150;
    static constexpr int kRulerPx = 18;

    int m_width;
    int m_lanesHeight = 0;
    QFont m_font;
    Ruler m_ruler;
    std::vector<LaneName> m_names;
    QImage m_lanes;
};

/// The same as PNG, at twice the resolution; "" where there is nothing to see.
std::string timelinePng(const Trace& trace, const TraceIndex& index, const ReportPicture& picture,
                        const ReportWords& words, int widthPx);

} // namespace tideline
