// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/advise/limits.h"
#include "core/analyze/scope.h"
#include "core/analyze/steps.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/report/report.h"

namespace tideline {

/// Something that the import counted instead of failing.
struct ReportIssue {
    TextKey severity;
    std::string kind; ///< "negative-duration"
    std::uint64_t count = 0;
    std::string place;
    std::string text; ///< in the language of the report
};

/// What became of one input file.
struct ReportFile {
    std::string path;
    bool whole = true; ///< false: only partly or not read
    TextKey status;
    std::string reason;
    std::optional<std::uint64_t> rows;
};

/// Everything a report is made of. The trace must outlive the call only.
struct ReportInputs {
    const Trace& trace;
    const std::vector<StepRow>& steps;
    const AdvisorResult& advice;
    std::vector<ReportIssue> issues;
    std::vector<ReportFile> files;
    std::vector<std::string> paths;
};

struct ReportOptions {
    Scope scope;
    std::string scopeText; ///< as the user wrote it
    std::string title;
    std::string notes;     ///< UTF-8; shown as they are
    std::string created;   ///< date and time for people
    std::size_t topN = 20; ///< rows of a table; 0: all
    bool redact = false;
    RuleLimits limits = builtinLimits(); ///< of the advice that goes into the report
};

/// Builds the document. Its figures are those of the analyses it is given or calls; nothing is computed twice in another
/// way. O(n log n) in the rows of the scope. Cancelled when asked to stop; other errors are those of the analyses.
Result<Report> buildReport(const ReportInputs& inputs, const ReportOptions& options, const Progress& progress = {});

/// Replaces user names, host names, addresses and path prefixes in all texts of the report.
void redact(Report& report, const Trace& trace);

} // namespace tideline
