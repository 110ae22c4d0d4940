// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/choice.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/analyze/comm_sums.h"
#include "core/export/csv/ranking_csv.h"

namespace tideline {

namespace {

constexpr std::size_t kDefaultRows = 20;

struct TopOptions {
    CommonOptions common;
    RankingOptions ranking;
    std::string columns;
};

const Words<RankingOf> kOf = {{"kernels", RankingOf::Kernels},
                              {"slices", RankingOf::Slices},
                              {"apis", RankingOf::Apis},
                              {"communication", RankingOf::Communication}};
const Words<RankingBy> kBy = {{"name", RankingBy::Name},
                              {"type", RankingBy::Type},
                              {"name-shape", RankingBy::NameShape},
                              {"instance", RankingBy::Instance}};
const Words<RankingMetric> kMetric = {{"duration", RankingMetric::Duration},
                                      {"self", RankingMetric::Self},
                                      {"count", RankingMetric::Count},
                                      {"wait", RankingMetric::Wait},
                                      {"memory_bandwidth", RankingMetric::MemoryBandwidth},
                                      {"communication_duration", RankingMetric::CommunicationDuration},
                                      {"utilization", RankingMetric::Utilization}};
const Words<bool> kSort = {{"descending", true}, {"ascending", false}};

std::string tableText(const Ranking& ranking)
{
    TextTable table({{"#", true},
                     {"name", false, 60},
                     {"type", false, 28},
                     {"core"},
                     {"calls", true},
                     {"total", true},
                     {"average", true},
                     {"max", true},
                     {"share", true},
                     {"self", true},
                     {"wait", true},
                     {"cube use", true}});
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
        const RankingRow& row = ranking.rows[i];
        const Duration average{static_cast<std::int64_t>(row.averageNs() + 0.5)};
        table.row({std::to_string(i + 1), row.name.empty() ? "(no name)" : row.name, row.type, row.core,
                   std::to_string(row.calls), timeText(row.total), timeText(average), timeText(row.max),
                   percentText(row.ratio), timeText(row.self), timeText(row.wait), percentText(row.utilization)});
    }
    std::string out = table.text();
    if (ranking.rows.size() < ranking.groups)
        out += fmt::format("top {} of {}; --top 0 shows all\n", ranking.rows.size(), ranking.groups);
    return out;
}

/// What each operation moved; only where the rows are operations, one row for all of a name.
OperationBytes volumesFor(const TopOptions& options, const Trace& trace)
{
    const bool byName = options.ranking.by == RankingBy::Name;
    const bool wanted = byName && options.ranking.metric == RankingMetric::CommunicationDuration;
    return wanted ? bytesByOperation(trace, options.common.scope) : OperationBytes{};
}

Status writeTop(const TopOptions& options, const Trace& trace, const Ranking& ranking, Output& output)
{
    if (options.common.json)
        return output.write(documentText(topDocument(trace, ranking, options.ranking.by)));
    if (options.columns == "article")
        return writeArticleCsv(ranking, options.ranking.metric, volumesFor(options, trace), output);
    if (options.common.csv || !options.common.output.empty())
        return writeRankingCsv(trace, ranking, options.ranking, output);
    return output.write(tableText(ranking));
}

/// Why a ranking has no rows although the profile was read.
std::string nothingRanked(RankingOf of, bool scoped)
{
    if (scoped)
        return "nothing to rank in this scope; widen --scope";
    switch (of) {
    case RankingOf::Kernels: return "the profile has no kernels; collect with activities=[ProfilerActivity.NPU]";
    case RankingOf::Slices: return "the profile has no slices";
    case RankingOf::Apis: return "the profile has no host calls; collect with activities=[ProfilerActivity.CPU]";
    case RankingOf::Communication:
        return "the profile has no communication operators. A job of one device has none; "
               "else collect with activities=[ProfilerActivity.NPU]";
    }
    return {};
}

/// The ranking. Data that the profile lacks are no failure: no rows, and a word on standard error.
Result<Ranking> rankingOf(const Session& session, const TopOptions& options)
{
    const bool says = !options.common.quiet;
    auto ranking = session.ranking(options.ranking);
    if (!ranking && ranking.error().code == ErrorCode::NotFound) {
        if (says)
            complain("warning: " + visible(ranking.error().text()));
        return Ranking{};
    }
    if (ranking && ranking->groups == 0 && says)
        complain("warning: " + nothingRanked(ranking->of, !options.common.scopeText.empty()));
    return ranking;
}

int runTop(TopOptions& options)
{
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options.common, true);
    options.ranking.scope = options.common.scope;
    const auto ranking = rankingOf(*profile.session, options);
    if (!ranking)
        return failed(ranking.error(), options.common);
    return writeResult(profile, options.common,
                       [&](Output& output) { return writeTop(options, profile.session->trace(), *ranking, output); });
}

} // namespace

void addTopVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("top", "ranking of kernels, slices, host calls or collectives");
    auto options = std::make_shared<TopOptions>();
    options->ranking.top = kDefaultRows;
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "write there; CSV unless --json");
    addSwitch(*verb, "--csv", options->common.csv, "CSV on stdout");
    addChoice(*verb, "--of", options->ranking.of, kOf, {"WHAT", "default kernels where there are any, else slices"});
    addChoice(*verb, "--by", options->ranking.by, kBy, {"KEY"});
    addChoice(*verb, "--metric", options->ranking.metric, kMetric, {"METRIC"});
    addChoice(*verb, "--sort", options->ranking.descending, kSort, {"ORDER"});
    addCount(*verb, "--top", options->ranking.top, "rows to show; 0: all");
    addChoice(*verb, "--columns", options->columns, plainWords({"article"}),
              {"SET", "the columns that published tables use"});
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        options->common.mayEnd = run.mayEnd;
        run.exitCode = runTop(*options);
    });
}

} // namespace tideline
