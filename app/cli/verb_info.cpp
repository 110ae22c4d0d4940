// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/documents.h"
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

std::string filesText(const Session& session)
{
    TextTable table({{"file"}, {"status"}, {"size", true}, {"rows", true}, {"reason"}});
    for (const FileReport& file : session.files())
        table.row({file.path.string(), fileStatusWord(file.status), bytesText(file.bytes),
                   file.rows ? std::to_string(*file.rows) : "-", file.reason});
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

int runInfo(CommonOptions& options)
{
    const OpenedProfile profile = openProfile(options);
    if (!profile.session)
        return profile.exitCode;
    const Session& session = *profile.session;
    const std::string text = options.json
                                 ? documentText(infoDocument(session))
                                 : summaryText(session) + ranksText(session.trace()) + tablesText(session.trace())
                                       + tracksText(session.trace()) + filesText(session) + issuesText(session);
    return writeResult(profile, options, [&text](Output& output) { return output.write(text); });
}

} // namespace

void addInfoVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("info", "what is in there: ranks, steps, tracks, counts, issues");
    auto options = std::make_shared<CommonOptions>();
    addInputOptions(*verb, *options);
    addOutputOption(*verb, *options, "write there instead of stdout");
    verb->callback([options, &run] {
        options->stop = run.stop;
        run.exitCode = runInfo(*options);
    });
}

} // namespace tideline
