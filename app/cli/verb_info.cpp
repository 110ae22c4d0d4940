// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/clock_document.h"
#include "app/cli/documents.h"
#include "app/cli/exit_codes.h"
#include "app/cli/listing_document.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/analyze/table_counts.h"

namespace tideline {

namespace {

std::string rankName(const RankInfo& rank)
{
    return rank.rank ? std::to_string(*rank.rank) : "-";
}

std::string summaryText(const Session& session)
{
    const TraceTotals& totals = session.trace().totals();
    std::string out = fmt::format("{} slices, {} instants, {} async spans, {} counter samples, {} flows, {} kernels\n",
                                  totals.slices, totals.instants, totals.asyncSpans, totals.counterSamples,
                                  totals.flows, session.trace().kernels().size());
    if (totals.first && totals.last)
        out += fmt::format("span {}\n", timeText(*totals.last - *totals.first));
    return out;
}

std::string tablesText(const Trace& trace)
{
    TextTable table({{"rank"},
                     {"kernels", true},
                     {"communication operations", true},
                     {"links", true},
                     {"memory records", true},
                     {"allocations", true},
                     {"CANN calls", true}});
    const std::vector<TableCounts> counts = countTables(trace);
    for (std::uint32_t id = 0; id < counts.size(); ++id) {
        const TableCounts& rank = counts[id];
        table.row({rankName(trace.rank(RankId{id})), std::to_string(rank.kernels),
                   std::to_string(rank.communicationOps), std::to_string(rank.links),
                   std::to_string(rank.memoryRecords), std::to_string(rank.allocations), std::to_string(rank.apis)});
    }
    return table.empty() ? std::string() : "\nTables\n" + table.text();
}

std::string ranksText(const Trace& trace)
{
    TextTable table({{"rank"}, {"device"}, {"format"}, {"level"}, {"steps", true}, {"tracks", true}, {"path"}});
    for (std::uint32_t id = 0; id < trace.ranks().size(); ++id) {
        const RankInfo& rank = trace.rank(RankId{id});
        const auto steps = std::count_if(trace.steps().begin(), trace.steps().end(),
                                         [id](const StepInfo& step) { return step.rank == RankId{id}; });
        const auto tracks = std::count_if(trace.tracks().begin(), trace.tracks().end(),
                                          [id](const TrackInfo& track) { return track.rank == RankId{id}; });
        table.row({rankName(rank), rank.device ? std::to_string(*rank.device) : "-", rank.format,
                   rank.profilerLevel.empty() ? "-" : rank.profilerLevel, std::to_string(steps), std::to_string(tracks),
                   rank.path});
    }
    return table.empty() ? std::string() : "\nRanks\n" + table.text();
}

std::string tracksText(const Trace& trace)
{
    TextTable table({{"rank"},
                     {"process", false, 28},
                     {"track", false, 40},
                     {"kind"},
                     {"slices", true},
                     {"busy", true},
                     {"overlapping", true}});
    for (const TrackInfo& track : trace.tracks()) {
        const bool counted = isCounted(track.kind);
        table.row({rankName(trace.rank(track.rank)), trace.process(track.process).name, track.name,
                   trackKindWord(track.kind), std::to_string(counted ? track.slices.size() : 0), timeText(track.busy),
                   std::to_string(track.overlapping)});
    }
    for (const CounterInfo& counter : trace.counters()) {
        const std::string process = counter.process.valid() ? trace.process(counter.process).name : std::string();
        table.row({rankName(trace.rank(counter.rank)), process,
                   counter.series.empty() ? counter.name : counter.name + " / " + counter.series, "counter",
                   std::to_string(counter.samples.size()) + " samples", "-", "-"});
    }
    return table.empty() ? std::string() : "\nTracks\n" + table.text();
}

/// Why a file was not read in full, or what to know of one that was.
std::string remarkOf(const FileReport& file)
{
    return file.reason.empty() || file.note.empty() ? file.reason + file.note : file.reason + "; " + file.note;
}

std::string filesText(const Session& session)
{
    TextTable table({{"file"}, {"status"}, {"size", true}, {"rows", true}, {"reason"}});
    for (const FileReport& file : session.files())
        table.row({file.path.string(), fileStatusWord(file.status), bytesText(file.bytes),
                   file.rows ? std::to_string(*file.rows) : "-", remarkOf(file)});
    return table.empty() ? std::string() : "\nFiles\n" + table.text();
}

std::string issuesText(const Session& session)
{
    TextTable table({{"issue"}, {"severity"}, {"count", true}, {"first"}, {"what was done"}});
    for (const ImportIssue& issue : session.issues().list())
        table.row({std::string(issueId(issue.kind)), severityWord(issueSeverity(issue.kind)),
                   std::to_string(issue.count), issue.first, std::string(issueText(issue.kind))});
    return table.empty() ? "\nNo issues.\n" : "\nIssues\n" + table.text();
}

std::string partialLine(const Session& session)
{
    const std::string text = partialText(session.partial(), session.leftOut());
    return text.empty() ? text : text + "\n";
}

int writeListing(const ProfileListing& listing, const CommonOptions& options)
{
    std::vector<std::filesystem::path> inputs = options.paths;
    for (const ListedPart& part : listing.parts)
        inputs.push_back(part.path);
    auto output = Output::open(options.output, inputs);
    if (!output)
        return failed(output.error(), options);
    Status status =
        output->write(options.json ? documentText(listingDocument(options.paths, listing)) : listingText(listing));
    if (status)
        status = output->finish();
    return status ? kExitOk : failed(status.error(), options);
}

/// What there is, without reading it.
int runList(CommonOptions& options)
{
    if (Status status = resolve(options); !status)
        return failed(status.error(), options);
    const ProfileListing listing = listInputs(options);
    if (listing.cancelled)
        return failed({ErrorCode::Cancelled, "cancelled", {}, {}}, options);
    if (const int code = writeListing(listing, options); code != kExitOk)
        return code;
    if (listing.chosen() > 0)
        return kExitOk;
    return failed({ErrorCode::NotFound, "nothing found that can be read", options.paths.front().string(), {}}, options);
}

int runInfo(CommonOptions& options, bool listOnly)
{
    if (listOnly)
        return runList(options);
    const OpenedProfile profile = openProfile(options);
    if (!profile.session)
        return profile.exitCode;
    const Session& session = *profile.session;
    const std::string text = options.json ? documentText(infoDocument(session))
                                          : summaryText(session) + partialLine(session) + ranksText(session.trace())
                                                + partsText(readParts(session)) + clocksText(session)
                                                + tablesText(session.trace()) + tracksText(session.trace())
                                                + filesText(session) + issuesText(session);
    return writeResult(profile, options, [&text](Output& output) { return output.write(text); });
}

} // namespace

void addInfoVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("info", "what is in there: ranks, steps, tracks, counts, issues");
    auto options = std::make_shared<CommonOptions>();
    addInputOptions(*verb, *options);
    addOutputOption(*verb, *options, "write there instead of stdout");
    auto listOnly = std::make_shared<bool>(false);
    addSwitch(*verb, "--list", *listOnly, "only list what would be read, with sizes and time, without reading it");
    verb->callback([options, listOnly, &run] {
        options->stop = run.stop;
        run.exitCode = runInfo(*options, *listOnly);
    });
}

} // namespace tideline
