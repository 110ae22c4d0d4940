// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/read_parts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tideline {

namespace {

using ReportsByPath = std::multimap<std::string, const FileReport*>;

PartOutcome outcomeOf(PartState state)
{
    switch (state) {
    case PartState::Chosen: return PartOutcome::Read;
    case PartState::NotChosen: return PartOutcome::NotChosen;
    case PartState::LeftOut: return PartOutcome::LeftOut;
    case PartState::NotAnalysed: return PartOutcome::NotAnalysed;
    case PartState::Unreadable: return PartOutcome::Unreadable;
    }
    return PartOutcome::Unreadable;
}

/// What the reports of the part itself and of the files below it say.
void judge(ReadPart& part, const ReportsByPath& reports)
{
    const std::string path = part.part.path.string();
    const std::string below = path.ends_with('/') ? path : path + '/';
    bool read = false;
    const FileReport* partly = nullptr;
    const FileReport* lost = nullptr;
    const auto look = [&](const FileReport& report) {
        const bool whole = report.status == FileStatus::Ok || report.status == FileStatus::Partial;
        read = read || whole;
        if (report.status == FileStatus::Partial && !partly)
            partly = &report;
        if (!whole && !lost)
            lost = &report;
    };
    const auto [own, ownEnd] = reports.equal_range(path);
    std::for_each(own, ownEnd, [&](const auto& entry) { look(*entry.second); });
    for (auto at = reports.lower_bound(below); at != reports.end() && at->first.starts_with(below); ++at)
        look(*at->second);
    if (!read && lost) {
        part.outcome = lost->reason.starts_with("left out") ? PartOutcome::LeftOut : PartOutcome::Failed;
        part.reason = lost->reason;
    } else if (partly) {
        part.outcome = PartOutcome::PartlyRead;
        part.reason = partly->path.filename().string() + ": " + partly->reason;
    }
}

/// What only reading told.
void complete(ListedPart& part, const RankInfo& rank)
{
    if (rank.rank)
        part.rank = rank.rank;
    if (rank.device)
        part.device = rank.device;
    if (!rank.host.empty())
        part.host = rank.host;
    part.format = rank.format;
}

} // namespace

std::vector<ReadPart> readParts(const Session& session)
{
    ReportsByPath reports;
    for (const FileReport& report : session.files())
        reports.emplace(report.path.string(), &report);
    std::multimap<std::string, const RankInfo*> ranks;
    for (const RankInfo& rank : session.trace().ranks())
        ranks.emplace(rank.path, &rank);
    std::vector<ReadPart> parts;
    for (const ListedPart& listed : session.listing().parts) {
        ReadPart part{listed, outcomeOf(listed.state), listed.reason};
        if (listed.state == PartState::Chosen) {
            judge(part, reports);
            const std::string path = listed.path.string();
            if (ranks.count(path) == 1) // of several none is the part's
                complete(part.part, *ranks.find(path)->second);
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

} // namespace tideline
