// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/communication_document.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/export/csv/communication_csv.h"

namespace tideline {

namespace {

Status writeCommunication(const CommonOptions& options, const Trace& trace, const Communication& communication,
                          Output& output)
{
    if (options.json)
        return output.write(documentText(communicationDocument(trace, communication)));
    if (options.csv || !options.output.empty())
        return writeCommunicationCsv(trace, communication.rows, output);
    return output.write(communicationText(trace, communication, options.scope));
}

int runCommunication(CommonOptions& options)
{
    const OpenedProfile profile = openProfile(options);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options, true);
    const Trace& trace = profile.session->trace();
    const Communication communication{communicationSums(trace, options.scope), linkSums(trace, options.scope)};
    if (communication.rows.empty() && !options.quiet)
        complain(options.scope.limitsNothing()
                     ? "warning: the profile has no communication. A job of one device has none; else collect with "
                       "activities=[ProfilerActivity.NPU]"
                     : "warning: no communication in this scope; widen --scope");
    return writeResult(profile, options,
                       [&](Output& output) { return writeCommunication(options, trace, communication, output); });
}

} // namespace

void addCommunicationVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("communication", "collectives: calls, time, sizes, waiting, rates of links");
    auto options = std::make_shared<CommonOptions>();
    addInputOptions(*verb, *options);
    addOutputOption(*verb, *options, "write there; CSV unless --json");
    addSwitch(*verb, "--csv", options->csv, "CSV on stdout");
    verb->callback([options, &run] {
        options->stop = run.stop;
        options->mayEnd = run.mayEnd;
        run.exitCode = runCommunication(*options);
    });
}

} // namespace tideline
