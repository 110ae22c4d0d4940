// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/report/report_words.h"

namespace tideline {

struct HtmlOptions {
    /// Draws a part of the timeline as PNG; missing or "": only its caption is written.
    std::function<std::string(const ReportPicture&)> picture;
};

/// The report as one file that needs nothing else: own style for light, dark and paper, charts as SVG, no script. Every
/// text is escaped.
std::string reportHtml(const Report& report, const ReportWords& words, const HtmlOptions& options = {});

} // namespace tideline
