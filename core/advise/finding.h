// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/message.h"
#include "core/base/time.h"

// What the advisor says. All texts are messages: views translate them, the command line writes them in English.
namespace tideline {

class Trace;

/// Worst first.
enum class FindingSeverity { High, Medium, Low, Note };
enum class FindingCategory { Compute, Memory, Communication, Schedule, Data, Environment, Quality, Regression };
enum class FindingUnit { Ratio, Ns, Count, Bytes };

/// Stable words of documents: "high", "compute", "ratio" …
std::string_view wordOf(FindingSeverity severity);
std::string_view wordOf(FindingCategory category);
std::string_view wordOf(FindingUnit unit);

/// A place in the profile that a finding rests on; times are those of the rank's files.
struct Evidence {
    RankId rank;
    TrackId track; ///< none where the profile has no such lane
    std::string name;
    TimeRange range;
    std::vector<std::pair<std::string, double>> values; ///< named like JSON keys: "exposed_ns", "share_ratio", …
    Duration exposed;                                   ///< what the order goes by
};

/// Added to the times of a place that has a rank to put it on the common axis: by its lane, else by the rank's device.
Duration axisShift(const Trace& trace, const Evidence& evidence);

enum class SavingBasis { Replay, ClosedForm, None };
std::string_view wordOf(SavingBasis basis);

/// What a step would gain without the cause; a missing figure is said in `note`.
struct Saving {
    std::optional<Duration> low;
    std::optional<Duration> high;
    std::optional<double> ratioOfWall; ///< of `high`
    std::optional<std::int64_t> bytes;
    SavingBasis basis = SavingBasis::None;
    Message note;
};

/// One rule that holds. One per rule and job: `rank` is the worst one, the figures are its means per step.
struct Finding {
    std::string ruleId;
    TextKey title;
    FindingCategory category = FindingCategory::Compute;
    FindingSeverity severity = FindingSeverity::Note;
    RankId rank;
    std::vector<RankId> ranks; ///< all for which the rule holds, in order of the trace
    double metric = 0;
    FindingUnit unit = FindingUnit::Ratio;
    double threshold = 0;
    Message text;
    Message suggestion;
    std::vector<std::string> explainedBy; ///< rules that name the cause of this one
    Saving saving;
    std::vector<Evidence> evidence; ///< most exposed first, at most AdvisorOptions::evidenceLimit
    std::size_t evidenceTotal = 0;  ///< before that limit
};

/// A rule that could not be judged, and why.
struct Unavailable {
    std::string ruleId;
    TextKey title;
    Message reason;
};

} // namespace tideline
