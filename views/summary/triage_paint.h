// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>

#include <optional>
#include <vector>

#include "views/summary/triage_data.h"

class QPainter;

namespace tideline {

struct Theme;

/// Where the parts of the triage picture stand, in logical pixels for one width and font.
struct TriageLayout {
    struct Line {
        std::size_t index = 0; ///< of TriageData::bars, or of busy when there are no bars
        QRectF row;            ///< label to figure, for picking
        QRectF bar;
    };
    struct Group {
        RankId rank;
        QRectF title;
    };
    QFont font;
    QRectF verdict;
    QRectF remarks;
    QRectF facts;
    QRectF quality;
    QRectF meanTitle;
    QRectF meanBar;
    struct LegendEntry {
        std::size_t part = 0; ///< of a step
        QRectF place;         ///< from the corner of the legend
    };
    QRectF legend;
    std::vector<LegendEntry> legendEntries;
    QRectF findingsTitle;
    std::vector<QRectF> findings; ///< rows of TriageData::findings
    std::vector<Group> groups;
    std::vector<Line> lines;
    double longestNs = 0; ///< the bar length that fills the width
    double height = 0;

    /// What can be picked: the findings first, then the lines.
    std::size_t targets() const { return findings.size() + lines.size(); }
    /// The target under a point; O(findings + log lines).
    std::optional<std::size_t> targetAt(QPointF point) const;
    std::optional<std::size_t> lineOf(std::size_t target) const;
};

/// O(bars).
TriageLayout layoutTriage(const TriageData& data, double width, const QFont& font);

/// hovered: a target of the layout. Draws what lies inside clip; O(visible lines). Works on any paint device, so also for pictures and paper.
void paintTriage(QPainter& painter, const TriageData& data, const TriageLayout& layout, const Theme& theme,
                 const QRectF& clip, std::optional<std::size_t> hovered = std::nullopt);

} // namespace tideline
