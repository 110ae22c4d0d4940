// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/issues.h"

#include <algorithm>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kMaxSamples = 20;

/// What scripts and people read about a kind of issue.
struct IssueWords {
    std::string_view id;
    Severity severity;
    std::string_view text;
};

IssueWords wordsOf(IssueKind kind)
{
    using enum Severity;
    switch (kind) {
    case IssueKind::NegativeDuration:
        return {"negative-duration", Warning, "Events with a negative duration are kept with length 0."};
    case IssueKind::MissingDuration:
        return {"missing-duration", Note, "Complete events without a duration are kept with length 0."};
    case IssueKind::BadTime:
        return {"bad-time", Warning,
                "Events whose time or duration is not a finite number, or is out of range, are left out."};
    case IssueKind::BadCounterValue:
        return {"bad-counter-value", Warning, "Counter values that are not finite numbers are kept as gaps."};
    case IssueKind::BadEvent: return {"bad-event", Warning, "Events that cannot be read are left out."};
    case IssueKind::JunkElement:
        return {"junk-element", Note, "Elements between the events that are no events are left out."};
    case IssueKind::UnknownPhase:
        return {"unknown-phase", Note, "Events of an unknown phase are counted, but not shown."};
    case IssueKind::MixedIdTypes:
        return {"mixed-id-types", Note,
                "Process or thread ids appear as numbers and as texts; equal ones are one lane."};
    case IssueKind::ControlCharacters:
        return {"control-characters", Warning, "Raw control characters inside texts are shown as visible marks."};
    case IssueKind::InvalidUtf8: return {"invalid-utf8", Warning, "Bytes that are not valid UTF-8 are replaced."};
    case IssueKind::Truncated:
        return {"truncated", Warning, "The file ends early; everything that was complete is kept."};
    case IssueKind::LeadingComma:
        return {"stray-comma", Note, "Commas that do not stand between two events are skipped."};
    case IssueKind::UnmatchedBegin:
        return {"unmatched-begin", Warning,
                "Begin events without an end are drawn to the end of the trace and not counted as slices."};
    case IssueKind::UnmatchedEnd: return {"unmatched-end", Warning, "End events without a begin are left out."};
    case IssueKind::UnmatchedFlow: return {"unmatched-flow", Note, "Flow events without a partner give no arrow."};
    case IssueKind::OverlappingSlices:
        return {"overlapping-slices", Note,
                "Slices that partly overlap others of their track are drawn in rows of their own."};
    case IssueKind::KernelEnclosesKernels:
        return {"kernel-encloses-kernels", Note, "Device kernels enclose other kernels of their stream."};
    case IssueKind::NoSlices: return {"no-slices", Warning, "The trace holds no slices."};
    case IssueKind::NoDeviceData:
        return {"no-device-data", Warning, "The capture holds no device data; only the host side can be analysed."};
    case IssueKind::UnnamedProcess: return {"unnamed-process", Note, "Processes without a name are shown by their id."};
    case IssueKind::BadRow: return {"bad-row", Warning, "Rows that cannot be read are left out."};
    case IssueKind::BadFigure:
        return {"bad-figure", Warning, "Figures that are missing or are no numbers stay unknown; their row is kept."};
    case IssueKind::WrongFieldCount:
        return {"wrong-field-count", Warning, "Rows that have more or fewer fields than the header are left out."};
    case IssueKind::UnknownTable:
        return {"unknown-table", Note, "A table with an unknown header is listed, but not read."};
    case IssueKind::KernelWithoutSlice:
        return {"kernel-without-slice", Note, "Kernels of the table have no slice on the timeline."};
    case IssueKind::KernelBeforeLaunch:
        return {"kernel-before-launch", Note,
                "Device slices start before the call that launched them; the arrows go back in time."};
    case IssueKind::DuplicateRank:
        return {"duplicate-rank", Warning,
                "Several directories claim one rank; all are kept and told apart by directory."};
    case IssueKind::NotAnalysed:
        return {"not-analysed", Warning, "The capture holds raw data only; it must be analysed by its profiler first."};
    case IssueKind::UnreadableFile:
        return {"unreadable-file", Severity::Error, "Files that cannot be read are left out."};
    case IssueKind::DamagedTable:
        return {"damaged-table", Severity::Error,
                "Tables of a database that are damaged are kept as far as they can be read."};
    case IssueKind::MissingSlice:
        return {"missing-slice", Warning, "Files of a family of slices are missing; what is there is read."};
    case IssueKind::LeftOut: return {"left-out", Note, "Left out, as was asked for; the figures are of the rest."};
    case IssueKind::UnknownFormat: return {"unknown-format", Note, "Files of an unknown format are left out."};
    }
    return {"unknown", Note, ""};
}

int rankOf(Severity severity)
{
    switch (severity) {
    case Severity::Error: return 0;
    case Severity::Warning: return 1;
    case Severity::Note: return 2;
    }
    return 3;
}

} // namespace

std::string_view issueId(IssueKind kind)
{
    return wordsOf(kind).id;
}

Severity issueSeverity(IssueKind kind)
{
    return wordsOf(kind).severity;
}

std::string_view issueText(IssueKind kind)
{
    return wordsOf(kind).text;
}

void ImportIssues::add(IssueKind kind, const std::string& place, std::uint64_t count, const std::string& reason)
{
    if (count == 0)
        return;
    ImportIssue& issue = m_byKind[kind];
    issue.kind = kind;
    if (issue.count == 0)
        issue.first = place;
    issue.count += count;
    if (issue.samples.size() < kMaxSamples && !place.empty())
        issue.samples.push_back(reason.empty() ? place : place + ": " + reason);
}

void ImportIssues::merge(const ImportIssues& other)
{
    for (const auto& [kind, theirs] : other.m_byKind) {
        ImportIssue& issue = m_byKind[kind];
        issue.kind = kind;
        if (issue.count == 0)
            issue.first = theirs.first;
        issue.count += theirs.count;
        const std::size_t room = kMaxSamples - std::min(kMaxSamples, issue.samples.size());
        const auto taken = static_cast<std::ptrdiff_t>(std::min(room, theirs.samples.size()));
        issue.samples.insert(issue.samples.end(), theirs.samples.begin(), theirs.samples.begin() + taken);
    }
}

void ImportIssues::restore(ImportIssue issue)
{
    const IssueKind kind = issue.kind;
    m_byKind.insert_or_assign(kind, std::move(issue));
}

std::uint64_t ImportIssues::total() const
{
    std::uint64_t sum = 0;
    for (const auto& [kind, issue] : m_byKind)
        sum += issue.count;
    return sum;
}

std::uint64_t ImportIssues::countOf(IssueKind kind) const
{
    const auto it = m_byKind.find(kind);
    return it == m_byKind.end() ? 0 : it->second.count;
}

std::vector<ImportIssue> ImportIssues::list() const
{
    std::vector<ImportIssue> issues;
    for (const auto& [kind, issue] : m_byKind)
        issues.push_back(issue);
    std::stable_sort(issues.begin(), issues.end(), [](const ImportIssue& a, const ImportIssue& b) {
        return rankOf(issueSeverity(a.kind)) < rankOf(issueSeverity(b.kind));
    });
    return issues;
}

} // namespace tideline
