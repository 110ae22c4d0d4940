// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

#include "views/kit/theme.h"

class QPainter;

namespace tideline {

/// What is drawn over the picture of the lanes. Logical pixels of the canvas.
struct TimelineOverlay {
    std::vector<QRectF> outside;     ///< of the scope: dimmed
    std::vector<QRectF> selected;    ///< outlined
    std::vector<QRectF> highlighted; ///< slices of the selected operator: a thin frame
    std::optional<QRectF> hovered;
    std::optional<QRectF> range; ///< the selected range over its tracks
    QString rangeLabel;          ///< its length
    std::vector<QLineF> flows;   ///< from, to
    std::optional<double> crosshairX;
};

void paintOverlay(QPainter& painter, const Theme& theme, const TimelineOverlay& overlay, QSizeF size);

} // namespace tideline
