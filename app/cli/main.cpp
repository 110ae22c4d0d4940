// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/common_options.h"
#include "app/cli/exit_codes.h"
#include "app/cli/help_formatter.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/usage.h"
#include "app/cli/verbs.h"
#include "core/base/memory_tuning.h"

namespace {

int runVerbs(int argc, char** argv)
{
    tideline::Interrupt interrupt;
    tideline::Run run;
    run.stop = interrupt.token();
    run.mayEnd = interrupt.mayEnd();
    CLI::App app("Timeline viewer and performance advisor for Ascend NPU profiles, without a display.", "tideline-cli");
    app.set_version_flag("--version", std::string("tideline-cli ") + TIDELINE_VERSION);
    app.require_subcommand(1);
    app.formatter(std::make_shared<tideline::HelpFormatter>());
    app.failure_message(
        [](const CLI::App* failed, const CLI::Error& error) { return tideline::usageText(*failed, error); });
    app.footer("Results go to stdout, the rest to stderr. Exit: 0 done, 1 threshold reached (--fail-on), 2 usage, "
               "3 input missing or not recognised, 4 damaged, 5 output not writable, 130 interrupted.");
    tideline::addInfoVerb(app, run);
    tideline::addTopVerb(app, run);
    tideline::addStepsVerb(app, run);
    tideline::addAnalyzeVerb(app, run);
    tideline::addReportVerb(app, run);
    tideline::addHotspotVerb(app, run);
    tideline::addCommunicationVerb(app, run);
    tideline::addMemoryVerb(app, run);
    tideline::addIndexVerb(app, run);
    tideline::addPackVerb(app, run);
    tideline::addCollectVerb(app, run);
    tideline::addSampleVerb(app, run);
    tideline::addExportVerb(app, run);
#ifdef TIDELINE_HAS_RENDER
    tideline::addRenderVerb(app, run);
#endif
    try {
        const std::vector<std::string> given(argv + std::min(argc, 1), argv + argc);
        if (const auto fault = tideline::verbFault(app, given)) {
            tideline::complain(*fault);
            return tideline::kExitUsage;
        }
        std::vector<std::string> words = tideline::joinTruthWords(app, given);
        std::reverse(words.begin(), words.end()); // the order that the parser asks for
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        const int status = app.exit(error);
        return status == 0 ? tideline::kExitOk : tideline::kExitUsage;
    }
    return run.exitCode;
}

} // namespace

int main(int argc, char** argv)
{
    tideline::keepFreedMemory();
    try {
        return runVerbs(argc, argv);
    } catch (const std::exception& error) {
        tideline::complain(std::string("internal error: ").append(error.what()));
        return tideline::kExitInput;
    }
}
