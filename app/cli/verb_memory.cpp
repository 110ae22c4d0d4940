// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/choice.h"
#include "app/cli/memory_document.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/export/csv/memory_csv.h"

namespace tideline {

namespace {

struct MemoryOptions {
    CommonOptions common;
    MemoryView view;
};

const Words<bool> kMode = {{"summary", false}, {"detail", true}};
const Words<bool> kBy = {{"operator", false}, {"module", true}};

Status writeMemory(const MemoryOptions& options, const Trace& trace, const MemoryFigures& memory, Output& output)
{
    if (options.common.json)
        return output.write(documentText(memoryDocument(trace, memory, options.view, options.common.scope)));
    if (options.common.csv || !options.common.output.empty())
        return writeMemoryCsv(trace, memory.peaks, output);
    return output.write(memoryText(trace, memory, options.view));
}

int runMemory(MemoryOptions& options)
{
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options.common, true);
    const Progress progress(options.common.stop);
    const MemoryFigures memory = memoryFigures(*profile.session, options.common.scope, progress);
    if (progress.cancelled())
        return failed({ErrorCode::Cancelled, "cancelled", {}, {}}, options.common);
    if (memory.empty() && !options.common.quiet)
        complain(options.common.scope.limitsNothing()
                     ? "warning: the profile says nothing about memory; collect with profile_memory=True"
                     : "warning: nothing about memory in this scope; widen --scope");
    return writeResult(profile, options.common,
                       [&](Output& output) { return writeMemory(options, profile.session->trace(), memory, output); });
}

} // namespace

void addMemoryVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("memory", "peaks, what lives at the peak, operators, copies, fragmentation");
    auto options = std::make_shared<MemoryOptions>();
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "write there; CSV unless --json");
    addSwitch(*verb, "--csv", options->common.csv, "the peaks as CSV on stdout");
    addChoice(*verb, "--mode", options->view.detail, kMode, {"MODE", "the greatest rows, or all"});
    addChoice(*verb, "--by", options->view.modules, kBy, {"KEY", "who holds it"});
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        options->common.mayEnd = run.mayEnd;
        run.exitCode = runMemory(*options);
    });
}

} // namespace tideline
