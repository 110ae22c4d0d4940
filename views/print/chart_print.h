// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "core/report/report_words.h"
#include "views/print/print_style.h"

class QPainter;

namespace tideline {

// Charts as vectors; everything stays inside the given rectangle.
void paintSplit(QPainter& painter, QRectF place, const ReportSplit& split, const ReportWords& words,
                const PrintStyle& style);
double splitHeight(const ReportSplit& split, const PrintStyle& style);

/// One bar with its label and its sum; the scale is common to all bars of the chart.
void paintBar(QPainter& painter, QRectF place, const ReportBars& bars, std::size_t bar, const ReportWords& words,
              const PrintStyle& style);
void paintKey(QPainter& painter, QRectF place, const ReportBars& bars, const ReportWords& words,
              const PrintStyle& style);

void paintCurve(QPainter& painter, QRectF place, const ReportCurve& curve, const ReportWords& words,
                const PrintStyle& style);

} // namespace tideline
