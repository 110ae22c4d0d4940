// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "views/summary/triage_data.h"

namespace tideline {

/// The sentences of the triage page in the language of the user.
QString partText(StepPart part);
QString rankText(const TriageData& data, RankId rank);
QString stepText(const TriageBar& bar);
/// The large line: what the advisor says limits the job; before it has judged, the same as verdictText().
QString headText(const TriageData& data);
QString findingsTitle(const TriageData& data);
/// One line: which part dominates, with its share.
QString verdictText(const TriageData& data);
/// Slowest rank, variation of the steps, source of the figures.
QStringList remarkTexts(const TriageData& data);
/// Ranks, steps, events, span, formats.
QString factsText(const TriageData& data);
QString qualityText(const TriageData& data);
bool qualityIsPoor(const TriageData& data);
/// Number of tracks and the busiest of them.
QString busyText(const BusyBar& bar);
/// Exact figures of one bar, lines of plain text.
QString barToolTip(const TriageData& data, const TriageBar& bar);

} // namespace tideline
