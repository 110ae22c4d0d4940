// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/report/report_words.h"

namespace tideline {

// Charts as SVG elements for inside an HTML page whose style sheet is htmlStyle().
std::string svgPie(const ReportSplit& split, const ReportWords& words);
std::string svgBars(const ReportBars& bars, const ReportWords& words);
std::string svgCurve(const ReportCurve& curve, const ReportWords& words);

} // namespace tideline
