// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/export/csv/table_csv.h"

namespace tideline {

namespace {

/// The rows of the scope's ranks and steps, cut to its time; other limits have no meaning for steps.
std::vector<StepRow> rowsIn(const Session& session, const Scope& scope)
{
    std::vector<StepRow> rows = scope.range ? stepRows(session.trace(), scope) : session.steps();
    const auto lists = [](const std::vector<std::int64_t>& wanted, const std::optional<std::int64_t>& value) {
        return wanted.empty() || (value && std::find(wanted.begin(), wanted.end(), *value) != wanted.end());
    };
    std::erase_if(rows, [&](const StepRow& row) {
        const auto rank = row.rank.valid() ? session.trace().rank(row.rank).rank : std::nullopt;
        return !lists(scope.ranks, rank) || !lists(scope.steps, row.step);
    });
    return rows;
}

std::string rankText(const Trace& trace, RankId id)
{
    if (!id.valid())
        return "-";
    const std::optional<std::int64_t>& rank = trace.rank(id).rank;
    return rank ? std::to_string(*rank) : "-";
}

std::string numberText(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(number.value_or(0)) : "-";
}

/// Where our figures and the file's own are not the same.
std::string differencesText(const Trace& trace, const std::vector<StepRow>& rows)
{
    std::string out;
    for (const StepRow& row : rows) {
        if (row.differs.empty())
            continue;
        std::string words;
        for (const std::string& word : row.differs)
            words += (words.empty() ? "" : ", ") + word;
        out += fmt::format("rank {} step {}: {} ({})\n", rankText(trace, row.rank), numberText(row.step), words,
                           row.fileFromLanes ? "overlap analysis" : "step_trace_time.csv");
    }
    return out.empty() ? out : "\nDiffers from the profile's own figures by more than 1 %; --json has both\n" + out;
}

std::string tableText(const Trace& trace, const std::vector<StepRow>& rows)
{
    if (rows.empty())
        return "No steps: the profile has neither device work nor step_trace_time.csv.\n";
    TextTable table({{"rank", true},
                     {"step", true},
                     {"wall", true},
                     {"computing", true},
                     {"communication", true},
                     {"overlapped", true},
                     {"not overlapped", true},
                     {"free", true},
                     {"preparing", true},
                     {"source"}});
    for (const StepRow& row : rows) {
        const auto rank = row.rank.valid() ? trace.rank(row.rank).rank : std::nullopt;
        table.row({rank ? std::to_string(*rank) : "-", row.step ? std::to_string(*row.step) : "-", timeText(row.wall),
                   timeText(row.computing), timeText(row.communication), timeText(row.overlapped),
                   timeText(row.notOverlapped), timeText(row.free), timeText(row.preparing),
                   row.recomputed     ? "recomputed"
                   : row.file.empty() ? "-"
                                      : "step_trace_time.csv"});
    }
    return table.text() + differencesText(trace, rows);
}

int runSteps(CommonOptions& options)
{
    const OpenedProfile profile = openProfile(options);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options, true);
    const Trace& trace = profile.session->trace();
    const std::vector<StepRow> rows = rowsIn(*profile.session, options.scope);
    return writeResult(profile, options, [&](Output& output) {
        if (options.json)
            return output.write(documentText(stepsDocument(trace, rows)));
        if (options.csv || !options.output.empty())
            return writeStepsCsv(trace, rows, output);
        return output.write(tableText(trace, rows));
    });
}

} // namespace

void addStepsVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("steps", "where the time of each rank and step went");
    auto options = std::make_shared<CommonOptions>();
    addInputOptions(*verb, *options);
    addOutputOption(*verb, *options, "write there; CSV unless --json");
    addSwitch(*verb, "--csv", options->csv, "CSV on stdout");
    verb->callback([options, &run] {
        options->stop = run.stop;
        options->mayEnd = run.mayEnd;
        run.exitCode = runSteps(*options);
    });
}

} // namespace tideline
