// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/analyze/curves.h"

namespace tideline {

/// Titles, values and notes of curves in the language of the user.

/// "HBM read"; for a derived curve with "derived".
QString curveTitle(const Curve& curve);
/// Of the panel that curves of this kind share.
QString panelTitle(const Curve& first);

/// How an axis or a value is written: the base unit times 1 ÷ factor.
struct DisplayUnit {
    double factor = 1;
    QString name; ///< "GB/s", "%", "GiB"
};
/// The unit that suits the largest value shown.
DisplayUnit displayUnit(CurveUnit unit, const std::string& unitText, double largest);
/// "812.3 GB/s"; an en dash for NaN.
QString curveValueText(const Curve& curve, double value);

/// Where the curve comes from and what to know about it; plain text, several lines.
QString curveNote(const Curve& curve);
/// "peak 1600 GB/s (device table, assumed)".
QString peakText(const Curve& curve);
/// Why a range has no figures: "sampled every 20 ms, the range lasts 0.3 ms".
QString tooFewSamplesText(const Curve& curve, const CurveStatistics& statistics, Duration range);
/// What to switch on in the collector to get curves.
QString noCurvesText();

} // namespace tideline
