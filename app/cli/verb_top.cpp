// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/documents.h"
#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"
#include "core/export/csv/ranking_csv.h"

namespace tideline {

namespace {

constexpr std::size_t kDefaultRows = 20;

struct TopOptions {
    CommonOptions common;
    RankingOptions ranking;
    std::string of;
    std::string columns;
};

const std::map<std::string, RankingOf> kOf = {{"kernels", RankingOf::Kernels},
                                              {"slices", RankingOf::Slices},
                                              {"apis", RankingOf::Apis},
                                              {"communication", RankingOf::Communication}};
const std::map<std::string, RankingBy> kBy = {{"name", RankingBy::Name},
                                              {"type", RankingBy::Type},
                                              {"name-shape", RankingBy::NameShape},
                                              {"instance", RankingBy::Instance}};
const std::map<std::string, RankingMetric> kMetric = {{"duration", RankingMetric::Duration},
                                                      {"self", RankingMetric::Self},
                                                      {"count", RankingMetric::Count},
                                                      {"wait", RankingMetric::Wait},
                                                      {"memory_bandwidth", RankingMetric::MemoryBandwidth},
                                                      {"communication_duration", RankingMetric::CommunicationDuration},
                                                      {"utilization", RankingMetric::Utilization}};

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

Status writeTop(const TopOptions& options, const Trace& trace, const Ranking& ranking, Output& output)
{
    if (options.common.json)
        return output.write(documentText(topDocument(trace, ranking, options.ranking.by)));
    if (options.columns == "article")
        return writeArticleCsv(ranking, options.ranking.metric, output);
    if (options.common.csv || !options.common.output.empty())
        return writeRankingCsv(trace, ranking, options.ranking, output);
    return output.write(tableText(ranking));
}

int runTop(TopOptions& options)
{
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    if (!options.of.empty())
        options.ranking.of = kOf.at(options.of);
    options.ranking.scope = options.common.scope;
    const auto ranking = profile.session->ranking(options.ranking);
    if (!ranking)
        return failed(ranking.error(), options.common);
    auto output = Output::open(options.common.output, options.common.paths);
    if (!output)
        return failed(output.error(), options.common);
    Status status = writeTop(options, profile.session->trace(), *ranking, *output);
    if (status)
        status = output->finish();
    return status ? profile.exitCode : failed(status.error(), options.common);
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
    verb->add_option("--of", options->of, "kernels (default, where there are any), slices, apis,\ncommunication")
        ->check(CLI::IsMember(kOf))
        ->type_name("WHAT");
    verb->add_option("--by", options->ranking.by, "name, type, name-shape or instance")
        ->transform(CLI::CheckedTransformer(kBy))
        ->type_name("KEY");
    verb->add_option("--metric", options->ranking.metric,
                     "duration, self, count, wait, memory_bandwidth,\ncommunication_duration, utilization")
        ->transform(CLI::CheckedTransformer(kMetric))
        ->type_name("METRIC");
    verb->add_option("--sort", options->ranking.descending, "descending or ascending")
        ->transform(CLI::CheckedTransformer(std::map<std::string, bool>{{"descending", true}, {"ascending", false}}))
        ->type_name("ORDER");
    verb->add_option("--top", options->ranking.top, "rows to show; 0: all")->type_name("N");
    verb->add_option("--columns", options->columns, "article: the columns that published tables use")
        ->check(CLI::IsMember({"article"}))
        ->type_name("SET");
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        run.exitCode = runTop(*options);
    });
}

} // namespace tideline
