// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/build_report.h"

#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

/// A peak of the memory that the rules give counts for the curves as well.
void takePeak(const RuleLimits& limits, std::vector<Curve>& curves)
{
    if (!limits.has("device", "memory_bytes_per_s"))
        return;
    for (Curve& curve : curves) {
        if (curve.kind != CurveKind::HbmRead && curve.kind != CurveKind::HbmWrite && curve.kind != CurveKind::HbmTotal)
            continue;
        curve.peak = limits.value("device", "memory_bytes_per_s");
        curve.peakSource = FigureSource::Profile;
        curve.peakAssumed = false;
    }
}

} // namespace

Result<Report> buildReport(const ReportInputs& inputs, const ReportOptions& options, const Progress& progress)
{
    const Error cancelled{ErrorCode::Cancelled, "cancelled", {}, {}};
    const ReportContext context = reportContext(inputs, options);
    std::vector<Curve> curves = curvesOf(inputs.trace, progress.stopToken());
    takePeak(options.limits, curves);
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
