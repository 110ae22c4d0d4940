// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/output.h"
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
    auto output = Output::open(options.common.output, options.common.paths);
    if (!output)
        return failed(output.error(), options.common);
    const Progress progress(options.common.stop);
    Status status = options.format == "csv" ? writeTable(options, *profile.session, *output, progress)
                                            : writeChromeTrace(profile.session->trace(), *output, progress);
    if (status)
        status = output->finish();
    return status ? profile.exitCode : failed(status.error(), options.common);
}

} // namespace

void addExportVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("export", "write data out again as a Chrome trace or CSV");
    auto options = std::make_shared<ExportOptions>();
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "file to write; - for stdout (default)");
    verb->add_option("--format", options->format, "chrome-trace or csv")
        ->required()
        ->check(CLI::IsMember({"chrome-trace", "csv"}))
        ->type_name("FORMAT");
    verb->add_option("--table", options->table, "with csv: kernels, slices, counters or steps")
        ->check(CLI::IsMember({"kernels", "slices", "counters", "steps"}))
        ->type_name("TABLE");
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        run.exitCode = runExport(*options);
    });
}

} // namespace tideline
