// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/chrome_importer.h"

#include <utility>
#include <vector>

#include "core/import/chrome/trace_json.h"

namespace tideline {

namespace {

/// True if the member may hold a trace: JSON of either shape.
bool mayBeTrace(const UnpackedMember& member)
{
    std::string start(256, '\0');
    start.resize(member.data->readAt(0, start.data(), start.size()));
    const std::size_t at = start.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return at != std::string::npos && (start[at] == '[' || start[at] == '{');
}

} // namespace

bool ChromeImporter::sniff(const std::filesystem::path& path) const
{
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed) && looksLikeTraceJson(path);
}

Status ChromeImporter::read(const std::filesystem::path& path, ImportContext& context) const
{
    if (context.options.quickOnly)
        return Done{};
    UnpackLimits limits;
    limits.scratchDir = context.options.scratchDir;
    auto members = openMembers(path, limits, context.progress);
    if (!members)
        return members.error();
    TraceJsonOptions options;
    options.identityFromFile = true;
    std::vector<Error> failures;
    bool any = false;
    for (UnpackedMember& member : *members) {
        if (members->size() > 1 && !mayBeTrace(member))
            continue;
        RankInfo info;
        info.format = std::string(id());
        info.path = path.string();
        const RankId rank = context.builder.addRank(std::move(info));
        const Status status = readTraceJson({TraceJsonInput{path, std::move(member)}}, rank, context, options);
        if (!status && status.error().code == ErrorCode::Cancelled)
            return status;
        if (!status) {
            context.builder.removeEmptyRank(rank);
            failures.push_back(status.error());
        }
        any = any || status.ok();
    }
    // An error that is given back is counted by whoever gets it.
    for (std::size_t i = any ? 0 : 1; i < failures.size(); ++i)
        context.issues.add(IssueKind::UnreadableFile, failures[i].where, 1, failures[i].what);
    if (any)
        return Done{};
    return failures.empty() ? Error{ErrorCode::Unrecognised, "the archive holds no trace", path.string(), {}}
                            : failures.front();
}

} // namespace tideline
