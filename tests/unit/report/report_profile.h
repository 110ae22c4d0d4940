// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/report/build_report.h"
#include "core/store/trace.h"

namespace tideline::test {

/// A rank with two marked steps, kernels, collectives with their records, memory records and a counter.
std::shared_ptr<const Trace> fullTrace(const std::string& kernelName = "MatMul");

/// A rank without anything.
std::shared_ptr<const Trace> emptyTrace();

/// Everything that a report is made of, for one trace.
struct ReportMaker {
    explicit ReportMaker(std::shared_ptr<const Trace> made);

    Report report(const ReportOptions& options = {}) const;

    std::shared_ptr<const Trace> trace;
    std::vector<StepRow> steps;
    AdvisorResult advice;
    std::vector<ReportIssue> issues;
    std::vector<ReportFile> files;
    std::vector<std::string> paths;
};

/// The text of all paragraphs that say what is missing.
std::string missingTexts(const ReportSection& section);

} // namespace tideline::test
