// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/choice.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/export/chrome/chrome_writer.h"
#include "core/export/csv/table_csv.h"

namespace tideline {

namespace {

struct ExportOptions {
    CommonOptions common;
    std::string format;
    std::string table = "kernels";
};

Status writeTable(const ExportOptions& options, const Session& session, Output& output, const Progress& progress)
{
    const Trace& trace = session.trace();
    const Scope& scope = options.common.scope;
    if (options.table == "kernels")
        return writeKernelsCsv(trace, scope, output, progress);
    if (options.table == "slices")
        return writeSlicesCsv(trace, scope, output, progress);
    if (options.table == "counters")
        return writeCountersCsv(trace, scope, output, progress);
    return writeStepsCsv(trace, session.steps(), output);
}

int runExport(ExportOptions& options)
{
    if (options.format == "chrome-trace" && !options.common.scopeText.empty())
        return failed(Error{ErrorCode::InvalidArgument,
                            "--scope does not go with --format chrome-trace",
                            {},
                            "Leave it out, or export a table with --format csv"},
                      options.common);
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    const Progress progress(options.common.stop);
    return writeResult(profile, options.common, [&](Output& output) {
        return options.format == "csv" ? writeTable(options, *profile.session, output, progress)
                                       : writeChromeTrace(profile.session->trace(), output, progress);
    });
}

} // namespace

void addExportVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("export", "write data out again as a Chrome trace or CSV");
    auto options = std::make_shared<ExportOptions>();
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "file to write; - for stdout (default)");
    addChoice(*verb, "--format", options->format, plainWords({"chrome-trace", "csv"}), {"FORMAT"})->required();
    addChoice(*verb, "--table", options->table, plainWords({"kernels", "slices", "counters", "steps"}),
              {"TABLE", "with csv"});
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        run.exitCode = runExport(*options);
    });
}

} // namespace tideline
