// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/report/report_words.h"

// What all writers say in the same words: the figures of charts, and the lines of a finding.
namespace tideline {

ReportTable tableOf(const ReportSplit& split);
ReportTable tableOf(const ReportBars& bars, const ReportWords& words);
/// Least, mean, 95 % and most of a curve, and where it comes from.
Message summaryOf(const ReportCurve& curve, const ReportWords& words);

/// "[problem 3] Device waits for the host".
Message headOf(const ReportFinding& finding);
/// What was found, for which ranks, and its causes; some may be empty.
std::vector<Message> linesOf(const ReportFinding& finding);
/// A line that begins with a word of its own: "Suggestion", "Expected gain".
struct LabelledLine {
    TextKey label;
    Message text;
};
std::vector<LabelledLine> adviceOf(const ReportFinding& finding);

/// Date, scope and paths below the title.
std::vector<Message> headLines(const Report& report);

} // namespace tideline
