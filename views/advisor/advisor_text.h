// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/advise/advisor.h"
#include "core/store/trace.h"

namespace tideline {

struct Theme;

/// The words of the advisor page.

/// "3", or "#2" for a rank without a number; "" for none.
QString rankText(const Trace& trace, RankId rank);
/// "0, 1, 2 … (16 ranks)": the first ones by name.
QString rankListText(const Trace& trace, const std::vector<RankId>& ranks);
/// "Ascend Hardware / Stream 7"; "" for none.
QString laneText(const Trace& trace, TrackId track);

/// A line about the whole result: the verdict and what all candidates together would save.
QString verdictText(const AdvisorOverview& overview);
QString combinedText(const Saving& saving);

/// Everything about a finding but its evidence, as HTML with every text escaped. Links to other rules are "rule:ID".
QString findingHtml(const Finding& finding, const AdvisorResult& result, const Trace& trace, const Theme& theme);
QString unavailableHtml(const Unavailable& rule, const Theme& theme);
/// The same as lines of plain text, with the evidence; for the clipboard.
QString findingPlain(const Finding& finding, const Trace& trace);
/// All findings and the rules that could not be judged.
QString resultPlain(const AdvisorResult& result, const Trace& trace);

} // namespace tideline
