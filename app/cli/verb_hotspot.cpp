// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/advice_text.h"
#include "app/cli/choice.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/advise/operator_hint.h"

namespace tideline {

namespace {

constexpr double kDefaultThreshold = 0.05;
constexpr std::size_t kNameWidth = 40; // of 80 columns

struct HotspotOptions {
    CommonOptions common;
    double threshold = kDefaultThreshold;
    std::optional<std::int64_t> rank;
};

using Hints = std::map<std::string_view, const Finding*>;

/// "5%" or "0.05"; none for anything else, also for a bare number above 1, which could mean either.
std::optional<double> shareOf(std::string text)
{
    const bool percent = text.ends_with('%');
    if (percent)
        text.pop_back();
    while (percent && text.ends_with(' '))
        text.pop_back();
    double value = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    value = percent ? value / 100 : value;
    if (error != std::errc{} || end != last || !(value >= 0 && value <= 1))
        return std::nullopt;
    return value;
}

void takeThreshold(const std::string& text, double& target)
{
    const auto share = shareOf(text);
    if (!share)
        throw CLI::ValidationError("--threshold", "'" + text + "' is not a share; write 5% or 0.05");
    target = *share;
}

std::string hintText(const Finding& finding)
{
    return fmt::format("{}: {}", finding.title.text, englishText(finding.suggestion));
}

const Finding* hintOf(const Hints& hints, const RankingRow& row)
{
    const auto found = hints.find(row.name);
    return found == hints.end() ? nullptr : found->second;
}

Document hotspotDocument(const Trace& trace, const Ranking& ranking, const Hints& hints)
{
    Document out = topDocument(trace, ranking, RankingBy::Name);
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
        const Finding* finding = hintOf(hints, ranking.rows[i]);
        out["rows"][i]["hint"] = finding ? Document(hintText(*finding)) : Document(nullptr);
        out["rows"][i]["hint_rule"] = finding ? Document(finding->ruleId) : Document(nullptr);
    }
    return out;
}

std::string hotspotText(const Ranking& ranking, const Hints& hints)
{
    TextTable table(
        {{"#", true}, {"name", false, kNameWidth}, {"calls", true}, {"total", true}, {"share", true}, {"hint"}});
    std::map<std::string, const Finding*> named;
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
        const RankingRow& row = ranking.rows[i];
        const Finding* finding = hintOf(hints, row);
        if (finding)
            named.emplace(finding->ruleId, finding);
        table.row({std::to_string(i + 1), row.name.empty() ? "(no name)" : row.name, std::to_string(row.calls),
                   timeText(row.total), percentText(row.ratio), finding ? finding->ruleId : "-"});
    }
    std::string out = ranking.rows.empty() ? std::string() : table.text();
    for (const auto& [rule, finding] : named)
        out += "\n" + wrapped(visible(hintText(*finding)), 0, rule + " ");
    return out;
}

/// The ranking down to the threshold. What has no share, like communication, is no hotspot.
Result<Ranking> hotspots(const Session& session, const HotspotOptions& options)
{
    RankingOptions wanted;
    wanted.scope = options.common.scope;
    wanted.metric = session.trace().kernels().size() > 0 ? RankingMetric::Duration : RankingMetric::Self;
    auto ranking = session.ranking(wanted);
    if (ranking)
        std::erase_if(ranking->rows,
                      [&](const RankingRow& row) { return !row.ratio || *row.ratio < options.threshold; });
    return ranking;
}

void warn(const Ranking& ranking, const HotspotOptions& options)
{
    if (options.common.quiet)
        return;
    if (ranking.groups == 0)
        complain(options.common.scope.limitsNothing() ? "warning: the profile has no operators"
                                                      : "warning: no operators in this scope; widen --scope or --rank");
    else if (ranking.rows.empty())
        complain(fmt::format("no operator takes {} of the compute time", percentText(options.threshold)));
    if (ranking.groups > 0 && ranking.of != RankingOf::Kernels)
        complain("warning: the profile has no table of kernels: these are slices, shares are of their own time");
}

/// The option as a part of the scope; a rank outside a scope that lists others leaves nothing.
void limitToRank(std::int64_t rank, Scope& scope)
{
    const auto& listed = scope.ranks;
    const bool inside = listed.empty() || std::find(listed.begin(), listed.end(), rank) != listed.end();
    constexpr std::int64_t kNoRank = -1;
    scope.ranks = {inside ? rank : kNoRank};
}

int runHotspot(HotspotOptions& options)
{
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options.common, true);
    if (options.rank)
        limitToRank(*options.rank, options.common.scope);
    const auto ranking = hotspots(*profile.session, options);
    if (!ranking)
        return failed(ranking.error(), options.common);
    AdvisorOptions advisor;
    advisor.scope = options.common.scope;
    advisor.evidenceLimit = 0; // each operator is looked up in the evidence
    const auto advice = profile.session->advise(std::move(advisor), Progress(options.common.stop));
    if (!advice)
        return failed(advice.error(), options.common);
    const Hints hints = operatorHints(**advice);
    warn(*ranking, options);
    return writeResult(profile, options.common, [&](Output& output) {
        return output.write(options.common.json
                                ? documentText(hotspotDocument(profile.session->trace(), *ranking, hints))
                                : hotspotText(*ranking, hints));
    });
}

} // namespace

void addHotspotVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("hotspot", "operators that take much compute time, each with a hint");
    auto options = std::make_shared<HotspotOptions>();
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "write there");
    addCount(*verb, "--rank", options->rank, "this rank alone");
    verb->add_option_function<std::string>(
            "--threshold", [options](const std::string& text) { takeThreshold(text, options->threshold); },
            "least share of the compute time: 5% or 0.05; default 5%")
        ->type_name("SHARE");
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        options->common.mayEnd = run.mayEnd;
        run.exitCode = runHotspot(*options);
    });
}

} // namespace tideline
