// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/advise/advisor.h"
#include "core/analyze/scope.h"
#include "core/analyze/steps.h"
#include "core/analyze/verdict.h"
#include "core/import/issues.h"

namespace tideline {

class Session;

/// The parts of a step bar, in drawing order. Tail: what the wall time has after the last work of the device.
enum class StepPart : std::size_t { Computing, Exposed, Free, Preparing, Tail };
constexpr std::size_t kStepParts = 5;

/// A figure of a step that was recomputed and differs by more than 1 % from the profiler's own.
struct DifferingFigure {
    std::string word; ///< as in StepRow::differs
    Duration ours;
    Duration file;
};

/// One rank in one step.
struct TriageBar {
    RankId rank;
    std::optional<std::int64_t> step;
    std::optional<TimeRange> range; ///< on the common axis, where known
    std::array<Duration, kStepParts> parts{};
    std::optional<Duration> wall;
    std::vector<DifferingFigure> differs;
    /// What the device shows of the step. Above the wall time where its work runs on after the step.
    Duration deviceTime() const { return parts[0] + parts[1] + parts[2] + parts[3]; }
    /// The time that the step table and the report give; shares are of this. Without a wall time, the device's.
    Duration total() const { return wall.value_or(deviceTime()); }
};

/// Tracks of one kind, for profiles without steps.
struct BusyBar {
    TrackKind kind = TrackKind::Other;
    std::size_t tracks = 0;
    Duration busy;       ///< sum over the tracks
    double share = 0;    ///< mean busy share of the whole time
    std::string busiest; ///< name of the busiest track
    double busiestShare = 0;
};

/// The rank that has most work of its own (its step time without waiting for others).
struct SlowRank {
    RankId rank;
    Duration excess;  ///< per step, above the median of the ranks
    double ratio = 0; ///< excess over that median
};

/// One of the advisor's findings, for the list of the heaviest.
struct TriageFinding {
    std::string ruleId;
    TextKey title;
    FindingSeverity severity = FindingSeverity::Note;
    Saving saving;
};

/// Everything that the triage page says, without a word of language.
struct TriageData {
    std::vector<std::string> rankNames;      ///< by RankId: "0", "1", or "" when the rank has no number
    std::vector<TriageBar> bars;             ///< by (rank, step)
    std::vector<BusyBar> busy;               ///< filled when there are no bars
    std::array<Duration, kStepParts> mean{}; ///< per rank and step
    std::optional<StepPart> dominant;
    Duration meanTotal; ///< of the same bars; shares of the mean are of this
    double dominantShare = 0;
    std::optional<SlowRank> slowest;
    std::optional<double> variation;     ///< standard deviation over mean of the step times of a rank, worst rank
    std::optional<Verdict> verdict;      ///< of the advisor, once it has judged
    std::vector<TriageFinding> findings; ///< the heaviest
    std::size_t findingCount = 0;        ///< of all
    bool limited = false;                ///< by a scope
    bool outside = false;                ///< there are steps, but none inside the scope
    bool recomputed = false;
    bool preview = false; ///< from the small files alone; the import is still running
    std::vector<std::string> formats;
    std::size_t steps = 0;
    std::uint64_t events = 0;
    Duration span;
    std::uint64_t rejected = 0; ///< events and rows that could not be used
    bool truncated = false;
    std::uint64_t issues = 0;
};

/// Steps, shares and verdict from the step rows; no session is needed. Ranks, steps and the range of the scope choose
/// the rows. O(rows log rows).
TriageData triageOf(const std::vector<StepRow>& rows, const Trace& trace, const Scope& scope = {});

/// The whole page of an opened profile. Computes the steps on first use: run it on a worker.
TriageData triageOf(const Session& session, const Scope& scope = {});

/// What the page shows in the end: the figures, the verdict of the advisor and its heaviest findings. Fails only where it
/// is cancelled. Run it on a worker.
Result<TriageData> judgedTriage(const Session& session, const Scope& scope, const Progress& progress);

/// Adds the verdict and the heaviest findings.
void addAdvice(TriageData& data, const AdvisorResult& result);

/// Events and rows that the importers had to leave out.
std::uint64_t rejectedEvents(const ImportIssues& issues);

} // namespace tideline
