// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/core_text.h"

#include <QCoreApplication>

#include "views/text/reason_text.h"
#include "views/text/visible_text.h"

namespace tideline {

namespace {

QString stageName(const char* text)
{
    return QCoreApplication::translate("Progress", text);
}

const char* errorTitle(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound: return QT_TRANSLATE_NOOP("Errors", "There is no such file or directory.");
    case ErrorCode::Unrecognised: return QT_TRANSLATE_NOOP("Errors", "This is no profile that Tideline can read.");
    case ErrorCode::Damaged: return QT_TRANSLATE_NOOP("Errors", "The profile is damaged; nothing of it could be read.");
    case ErrorCode::PermissionDenied: return QT_TRANSLATE_NOOP("Errors", "The file may not be read.");
    case ErrorCode::TooLarge: return QT_TRANSLATE_NOOP("Errors", "The input exceeds a safety limit.");
    case ErrorCode::InvalidArgument: return QT_TRANSLATE_NOOP("Errors", "The request is not understood.");
    case ErrorCode::NotWritable: return QT_TRANSLATE_NOOP("Errors", "The file could not be written.");
    case ErrorCode::Cancelled: return QT_TRANSLATE_NOOP("Errors", "Opening was cancelled.");
    case ErrorCode::Internal: break;
    }
    return QT_TRANSLATE_NOOP("Errors", "Something went wrong inside Tideline.");
}

const char* errorAdvice(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return QT_TRANSLATE_NOOP("Errors", "Check the path, or pick the file again with File > Open.");
    case ErrorCode::Unrecognised:
        return QT_TRANSLATE_NOOP("Errors", "Open an *_ascend_pt directory, a parent of several, a trace_view.json, a "
                                           "Chrome or Kineto trace (.json, .json.gz, .zip) or a tasks JSON.");
    case ErrorCode::Damaged:
        return QT_TRANSLATE_NOOP("Errors", "Copy the file again from the machine that wrote it, or collect it again.");
    case ErrorCode::PermissionDenied:
        return QT_TRANSLATE_NOOP("Errors", "Ask for read permission, or copy the profile to your own directory.");
    case ErrorCode::TooLarge:
        return QT_TRANSLATE_NOOP("Errors", "Open a part of the profile, for instance a single rank.");
    case ErrorCode::InvalidArgument: return QT_TRANSLATE_NOOP("Errors", "Check the spelling and try again.");
    case ErrorCode::NotWritable:
        return QT_TRANSLATE_NOOP("Errors", "Choose another directory, or free some disk space.");
    case ErrorCode::Cancelled: return QT_TRANSLATE_NOOP("Errors", "Open the profile again when you want it.");
    case ErrorCode::Internal: break;
    }
    return QT_TRANSLATE_NOOP("Errors", "Copy the details into a bug report, with the profile if you can share it.");
}

const char* issueSource(IssueKind kind)
{
    switch (kind) {
    case IssueKind::NegativeDuration:
        return QT_TRANSLATE_NOOP("Issues", "Events with a negative duration; kept with length 0.");
    case IssueKind::MissingDuration:
        return QT_TRANSLATE_NOOP("Issues", "Complete events without a duration; kept with length 0.");
    case IssueKind::BadTime:
        return QT_TRANSLATE_NOOP("Issues", "A time is not a finite number in range; the events were rejected.");
    case IssueKind::BadCounterValue:
        return QT_TRANSLATE_NOOP("Issues", "Counter values that are no numbers; drawn as gaps.");
    case IssueKind::BadEvent: return QT_TRANSLATE_NOOP("Issues", "Entries that cannot be read as events; rejected.");
    case IssueKind::JunkElement:
        return QT_TRANSLATE_NOOP("Issues", "Things between the events that are no events; skipped.");
    case IssueKind::UnknownPhase:
        return QT_TRANSLATE_NOOP("Issues", "Events of an unknown phase; counted but not shown.");
    case IssueKind::MixedIdTypes:
        return QT_TRANSLATE_NOOP("Issues", "Process or thread ids given both as numbers and as text; one lane each.");
    case IssueKind::ControlCharacters:
        return QT_TRANSLATE_NOOP("Issues", "Raw control characters inside texts; kept and shown as marks.");
    case IssueKind::InvalidUtf8:
        return QT_TRANSLATE_NOOP("Issues", "Texts that are not UTF-8; the bad bytes were replaced.");
    case IssueKind::Truncated:
        return QT_TRANSLATE_NOOP("Issues", "The file ends too early; everything before its end was read.");
    case IssueKind::LeadingComma: return QT_TRANSLATE_NOOP("Issues", "Commas where none belongs; ignored.");
    case IssueKind::UnmatchedBegin:
        return QT_TRANSLATE_NOOP("Issues", "Begin events without an end; drawn to the end of the trace, not counted.");
    case IssueKind::UnmatchedEnd: return QT_TRANSLATE_NOOP("Issues", "End events without a begin; ignored.");
    case IssueKind::UnmatchedFlow: return QT_TRANSLATE_NOOP("Issues", "Flow arrows with only one end; not drawn.");
    case IssueKind::OverlappingSlices:
        return QT_TRANSLATE_NOOP("Issues", "Slices that cross each other on one lane; drawn on extra rows.");
    case IssueKind::KernelEnclosesKernels:
        return QT_TRANSLATE_NOOP("Issues", "Device kernels that enclose other kernels of their stream.");
    case IssueKind::NoSlices: return QT_TRANSLATE_NOOP("Issues", "The trace holds no slices.");
    case IssueKind::NoDeviceData:
        return QT_TRANSLATE_NOOP("Issues", "The profile holds no device data; only the host is shown.");
    case IssueKind::UnnamedProcess: return QT_TRANSLATE_NOOP("Issues", "Processes without a name; shown by their id.");
    case IssueKind::BadRow: return QT_TRANSLATE_NOOP("Issues", "Table rows that cannot be read; rejected.");
    case IssueKind::BadFigure:
        return QT_TRANSLATE_NOOP("Issues", "Figures that are missing or no numbers; the rest of their rows was read.");
    case IssueKind::WrongFieldCount: return QT_TRANSLATE_NOOP("Issues", "Table rows with too many or too few fields.");
    case IssueKind::UnknownTable:
        return QT_TRANSLATE_NOOP("Issues", "Tables with an unknown header; listed but not read.");
    case IssueKind::KernelWithoutSlice:
        return QT_TRANSLATE_NOOP("Issues", "Kernel rows without a slice in the timeline; counted in the tables only.");
    case IssueKind::KernelBeforeLaunch:
        return QT_TRANSLATE_NOOP("Issues", "Device slices that start before their launch; the arrows go back in time.");
    case IssueKind::DuplicateRank:
        return QT_TRANSLATE_NOOP("Issues", "Several parts claim the same rank number; kept apart.");
    case IssueKind::NotAnalysed:
        return QT_TRANSLATE_NOOP("Issues",
                                 "Raw data that was never analysed; run the collector's analysis on it first.");
    case IssueKind::UnreadableFile:
        return QT_TRANSLATE_NOOP("Issues", "Files that could not be read; the rest was opened without them.");
    case IssueKind::DamagedTable:
        return QT_TRANSLATE_NOOP("Issues", "Tables of a database that are damaged; read as far as they go.");
    case IssueKind::MissingSlice:
        return QT_TRANSLATE_NOOP("Issues", "Slices of an export that are missing; what is there was read.");
    case IssueKind::LeftOut: return QT_TRANSLATE_NOOP("Issues", "Left out on request; the figures are of the rest.");
    case IssueKind::UnknownFormat: return QT_TRANSLATE_NOOP("Issues", "Files in a format that is not known; left out.");
    }
    return "";
}

} // namespace

QString issueSentence(IssueKind kind)
{
    return QCoreApplication::translate("Issues", issueSource(kind));
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Note: return QCoreApplication::translate("Issues", "Note");
    case Severity::Warning: return QCoreApplication::translate("Issues", "Warning");
    case Severity::Error: break;
    }
    return QCoreApplication::translate("Issues", "Error");
}

QString fileStatusText(FileStatus status)
{
    switch (status) {
    case FileStatus::Ok: return QCoreApplication::translate("Files", "Read");
    case FileStatus::Partial: return QCoreApplication::translate("Files", "Partly read");
    case FileStatus::Skipped: return QCoreApplication::translate("Files", "Skipped");
    case FileStatus::Unsupported: break;
    }
    return QCoreApplication::translate("Files", "Not supported");
}

QString trackKindText(TrackKind kind)
{
    switch (kind) {
    case TrackKind::HostThread: return QCoreApplication::translate("Tracks", "Host threads");
    case TrackKind::Stream: return QCoreApplication::translate("Tracks", "Device streams");
    case TrackKind::CommGroup: return QCoreApplication::translate("Tracks", "Communication groups");
    case TrackKind::CommPlane: return QCoreApplication::translate("Tracks", "Communication planes");
    case TrackKind::Overlap: return QCoreApplication::translate("Tracks", "Overlap analysis");
    case TrackKind::Process: return QCoreApplication::translate("Tracks", "Processes");
    case TrackKind::Other: return QCoreApplication::translate("Tracks", "Other tracks");
    case TrackKind::Async: return QCoreApplication::translate("Tracks", "Asynchronous spans");
    case TrackKind::Unfinished: break;
    }
    return QCoreApplication::translate("Tracks", "Unfinished slices");
}

QString stageText(Stage stage)
{
    switch (stage) {
    case Stage::Discover: return stageName(QT_TRANSLATE_NOOP("Progress", "Looking for files"));
    case Stage::Parse: return stageName(QT_TRANSLATE_NOOP("Progress", "Reading"));
    case Stage::Build: return stageName(QT_TRANSLATE_NOOP("Progress", "Building tables"));
    case Stage::Index: return stageName(QT_TRANSLATE_NOOP("Progress", "Indexing"));
    case Stage::Ready: break;
    }
    return stageName(QT_TRANSLATE_NOOP("Progress", "Ready"));
}

ErrorText errorText(const Error& error)
{
    ErrorText text;
    text.code = QStringLiteral("TL1%1").arg(static_cast<int>(error.code) + 1, 3, 10, QChar(u'0'));
    text.title = QCoreApplication::translate("Errors", errorTitle(error.code));
    text.where = visibleValue(QString::fromStdString(error.where));
    text.why = reasonText(error.what);
    text.next = error.advice.empty() ? QCoreApplication::translate("Errors", errorAdvice(error.code))
                                     : adviceText(error.advice);
    return text;
}

} // namespace tideline
