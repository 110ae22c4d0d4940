// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/advise/finding.h"
#include "core/advise/limits.h"
#include "core/analyze/scope.h"
#include "core/analyze/verdict.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/store/trace.h"

namespace tideline {

class SavingEngine;

/// Means per step over the ranks and steps of the scope; what the profile does not give is missing.
struct AdvisorOverview {
    std::size_t ranks = 0;
    std::size_t steps = 0; ///< distinct ids; where steps have none, those of the rank with most
    std::optional<Duration> wall;
    std::optional<Duration> computing;
    std::optional<Duration> communication;
    std::optional<Duration> overlapped;
    std::optional<Duration> free;
    std::uint64_t operators = 0;             ///< compute kernels, all ranks and steps
    std::optional<double> utilizationKernel; ///< duration-weighted cube occupancy inside kernels
    std::optional<double> utilizationWall;   ///< the same over the wall time
    std::optional<double> macRatio;          ///< MAC-active share of the cycles of cube kernels
    std::optional<double> l2HitRatio;
    std::optional<double> hbmBusyRatio; ///< main-memory traffic of kernels over peak, while they run
    std::optional<double> hbmWallRatio;
    Verdict verdict = Verdict::Balanced;
};

/// Something that import found wrong with the files, as the session knows it.
struct DataIssue {
    FindingSeverity severity = FindingSeverity::Low; ///< High for errors, Low for warnings
    std::string kind;                                ///< "truncated", … as in `info`
    std::uint64_t count = 0;
    std::string place;
};

/// What the source of a part of a collective says beside its time.
struct TransferFacts {
    std::string transport;   ///< "SDMA", …; "" where it does not say
    std::string link;        ///< "HCCS", "ON_CHIP", …
    std::int64_t bytes = -1; ///< -1: it does not say
};
/// The facts of slices on communication planes, in their order; an empty list where none can be had.
using TransferFactsOf = std::function<std::vector<TransferFacts>(const std::vector<SliceId>&)>;

struct AdvisorOptions {
    RuleLimits limits = builtinLimits();
    Scope scope;
    std::vector<std::string> only;  ///< rule ids; empty: all
    std::size_t evidenceLimit = 20; ///< per finding; 0: all
    std::vector<DataIssue> dataIssues;
    TransferFactsOf transfers{};           ///< without it N06 is not judged
    const SavingEngine* savings = nullptr; ///< null: closed forms (core/advise/saving.h)
};

struct AdvisorResult {
    AdvisorOverview overview;
    std::vector<Finding> findings; ///< worst severity first, then by saving, then by id
    Saving combinedSaving;         ///< all candidates together, never a sum of the findings'
    std::vector<Unavailable> unavailable;
};

/// Judges every rule that is switched on. Pure: the same trace and options give the same result. O(n log n) in the
/// rows of the scope. InvalidArgument names an unknown rule in `only`; else only Cancelled fails.
Result<AdvisorResult> advise(const Trace& trace, const AdvisorOptions& options, const Progress& progress = {});

} // namespace tideline
