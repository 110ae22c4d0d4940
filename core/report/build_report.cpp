// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/build_report.h"

#include <utility>

#include "core/report/sections.h"

namespace tideline {

Result<Report> buildReport(const ReportInputs& inputs, const ReportOptions& options, const Progress& progress)
{
    const Error cancelled{ErrorCode::Cancelled, "cancelled", {}, {}};
    const ReportContext context = reportContext(inputs, options);
    const std::vector<Curve> curves = curvesOf(inputs.trace, progress.stopToken());
    if (progress.cancelled())
        return cancelled;
    Report report;
    report.title = options.title;
    report.created = options.created;
    report.scope = options.scopeText;
    report.paths = inputs.paths;
    report.overview = inputs.advice.overview;
    report.combinedSaving = inputs.advice.combinedSaving;
    report.unavailable = inputs.advice.unavailable;
    using Part = ReportSection (*)(const ReportContext&);
    const auto add = [&](Part part) {
        if (!progress.cancelled())
            report.sections.push_back(part(context));
    };
    for (const Part part : {&overviewSection, &operatorSection, &communicationSection})
        add(part);
    report.sections.push_back(memorySection(context, curves));
    report.sections.push_back(curveSection(context, curves));
    for (const Part part : {&timelineSection, &suggestionSection, &unavailableSection, &qualitySection,
                            &environmentSection, &notesSection})
        add(part);
    if (progress.cancelled())
        return cancelled;
    if (options.redact)
        redact(report, inputs.trace);
    return report;
}

} // namespace tideline
