// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_report.h"

#include <utility>

namespace tideline {

namespace {

TextKey titleOf(Severity severity)
{
    switch (severity) {
    case Severity::Note: return TL_TEXT("Report", "Note");
    case Severity::Warning: return TL_TEXT("Report", "Warning");
    case Severity::Error: break;
    }
    return TL_TEXT("Report", "Error");
}

TextKey titleOf(FileStatus status)
{
    switch (status) {
    case FileStatus::Ok: return TL_TEXT("Report", "read");
    case FileStatus::Partial: return TL_TEXT("Report", "partly read");
    case FileStatus::Skipped: return TL_TEXT("Report", "skipped");
    case FileStatus::Unsupported: break;
    }
    return TL_TEXT("Report", "not supported");
}

} // namespace

Result<Report> reportOf(const Session& session, const ReportOptions& options, const IssueText& issueText,
                        const Progress& progress)
{
    AdvisorOptions advisor;
    advisor.scope = options.scope;
    advisor.limits = options.limits;
    const auto advice = session.advise(std::move(advisor), progress);
    if (!advice)
        return advice.error();
    ReportInputs inputs{session.trace(), session.steps(), **advice, {}, {}, {}};
    for (const ImportIssue& issue : session.issues().list())
        inputs.issues.push_back({titleOf(issueSeverity(issue.kind)), std::string(issueId(issue.kind)), issue.count,
                                 issue.first,
                                 issueText ? issueText(issue.kind) : std::string(tideline::issueText(issue.kind))});
    for (const FileReport& file : session.files())
        inputs.files.push_back(
            {file.path.string(), file.status == FileStatus::Ok, titleOf(file.status), file.reason, file.rows});
    for (const auto& path : session.paths())
        inputs.paths.push_back(path.string());
    return buildReport(inputs, options, progress);
}

} // namespace tideline
