// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/open_profile.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/byte_size.h"
#include "app/cli/exit_codes.h"
#include "app/cli/listing_document.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"

namespace tideline {

namespace {

constexpr unsigned kMaxThreads = 256; // beyond it nothing is faster, and a system may refuse more

Progress progressOn(ProgressLine& line, const CommonOptions& options)
{
    const bool shows = !options.quiet && !options.noProgress && ::isatty(STDERR_FILENO);
    Progress::Sink sink;
    if (shows)
        sink = [&line](const ProgressUpdate& update) { line.show(update); };
    return Progress(options.stop, sink);
}

std::filesystem::path scratchDirOf(const CommonOptions& options)
{
    return options.cacheDir.empty() ? defaultCacheDir() : std::filesystem::path(options.cacheDir);
}

/// Files and issues that mean lost data; notes are only in `info`. Returns whether there were any.
bool reportLosses(const Session& session, bool quiet)
{
    bool lost = false;
    for (const FileReport& file : session.files()) {
        if (file.status != FileStatus::Partial)
            continue;
        lost = true;
        if (!quiet)
            complain("warning: " + visible(file.path.string()) + ": partly read: " + visible(file.reason));
    }
    for (const ImportIssue& issue : session.issues().list()) {
        if (issueSeverity(issue.kind) == Severity::Note)
            continue;
        lost = lost || issueSeverity(issue.kind) == Severity::Error;
        if (!quiet)
            complain(fmt::format("warning: {} x {}, first at {}: {}", issue.count, issueId(issue.kind),
                                 visible(issue.first), issueText(issue.kind)));
    }
    return lost;
}

} // namespace

int failed(const Error& error, const CommonOptions& options)
{
    complain((error.code == ErrorCode::Cancelled ? "" : "error: ") + visible(error.text()));
    return exitCodeOf(error, options.strict);
}

void nothingOpen(const CommonOptions& options, bool mayEnd)
{
    if (options.mayEnd)
        *options.mayEnd = mayEnd;
}

ProfileListing listInputs(const CommonOptions& options)
{
    ProgressLine line;
    ImportOptions import;
    import.scratchDir = scratchDirOf(options);
    import.partial = options.partial;
    ProfileListing listing = listProfile(options.paths, import, progressOn(line, options));
    line.wipe();
    return listing;
}

OpenedProfile openProfile(CommonOptions& options)
{
    if (Status status = resolve(options); !status)
        return {nullptr, failed(status.error(), options)};
    ProgressLine line;
    const Progress progress = progressOn(line, options);
    OpenOptions open;
    open.paths = options.paths;
    open.partial = options.partial;
    open.clocks = options.clocks;
    open.threads = std::min(options.threads, kMaxThreads);
    open.scratchDir = scratchDirOf(options);
    open.store = options.store;
    open.memoryBytes = options.memoryBytes;
    if (!options.quiet)
        open.announce = [&line](const DiskNeed& need) {
            line.wipe();
            complain(fmt::format("note: too large for memory; about {} will be written to {} ({} free)",
                                 byteSizeText(need.bytes), visible(need.directory.string()), byteSizeText(need.free)));
        };
    auto session = Session::open(open, progress);
    line.wipe();
    if (!session)
        return {nullptr, failed(session.error(), options)};
    if (const std::string text = partialText(options.partial, (*session)->leftOut()); !text.empty() && !options.quiet)
        complain("note: " + visible(text));
    const bool lost = reportLosses(**session, options.quiet);
    return {std::move(*session), lost && options.strict ? kExitDamaged : kExitOk};
}

} // namespace tideline
