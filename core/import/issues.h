// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

enum class Severity { Note, Warning, Error };

/// Kinds of things that importers count instead of failing. The text id is stable: scripts read it.
enum class IssueKind {
    NegativeDuration,      ///< negative-duration: kept with length 0
    MissingDuration,       ///< missing-duration: an X event without dur, length 0
    BadTime,               ///< bad-time: ts or dur not a finite number or out of range; the event is rejected
    BadCounterValue,       ///< bad-counter-value: kept as a gap
    BadEvent,              ///< bad-event: not readable as an event
    JunkElement,           ///< junk-element: null, number, text between events
    UnknownPhase,          ///< unknown-phase
    MixedIdTypes,          ///< mixed-id-types: 7 and "7" are one lane
    ControlCharacters,     ///< control-characters: raw bytes below 0x20 inside strings
    InvalidUtf8,           ///< invalid-utf8: replaced by U+FFFD
    Truncated,             ///< truncated: the file ends inside an event or without its end
    LeadingComma,          ///< stray-comma
    UnmatchedBegin,        ///< unmatched-begin
    UnmatchedEnd,          ///< unmatched-end
    UnmatchedFlow,         ///< unmatched-flow
    OverlappingSlices,     ///< overlapping-slices: split into sub-rows
    KernelEnclosesKernels, ///< kernel-encloses-kernels
    NoSlices,              ///< no-slices
    NoDeviceData,          ///< no-device-data
    UnnamedProcess,        ///< unnamed-process
    BadRow,                ///< bad-row: a CSV row that cannot be read
    BadFigure,             ///< bad-figure: one value of a row that is missing or no number
    WrongFieldCount,       ///< wrong-field-count
    UnknownTable,          ///< unknown-table: header not known
    KernelWithoutSlice,    ///< kernel-without-slice
    KernelBeforeLaunch, ///< kernel-before-launch: on the device clock a kernel starts before the call that launched it
    DuplicateRank,      ///< duplicate-rank
    NotAnalysed,        ///< not-analysed
    UnreadableFile,     ///< unreadable-file
    DamagedTable,       ///< damaged-table: a table of a database that cannot be read to its end
    UnknownFormat,      ///< unknown-format
    MissingSlice,       ///< missing-slice: a file of a family of slices that is not there
    LeftOut,            ///< left-out: rows that a partial import was asked to leave out
};
constexpr IssueKind kLastIssueKind = IssueKind::LeftOut;

/// "negative-duration" and so on.
std::string_view issueId(IssueKind kind);
Severity issueSeverity(IssueKind kind);
/// One English sentence that says what was done about it.
std::string_view issueText(IssueKind kind);

struct ImportIssue {
    IssueKind kind = IssueKind::BadEvent;
    std::uint64_t count = 0;
    std::string first;                ///< FILE:LINE or FILE@OFFSET
    std::vector<std::string> samples; ///< the first 20 places with reason
};

/// Counts by kind; not thread-safe: workers keep their own and merge.
class ImportIssues {
public:
    void add(IssueKind kind, const std::string& place, std::uint64_t count = 1, const std::string& reason = {});
    void merge(const ImportIssues& other);
    /// Puts back an issue of list().
    void restore(ImportIssue issue);
    std::uint64_t total() const;
    std::uint64_t countOf(IssueKind kind) const;
    /// By severity, worst first, then by kind.
    std::vector<ImportIssue> list() const;

private:
    std::map<IssueKind, ImportIssue> m_byKind;
};

} // namespace tideline
