// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/common_options.h"
#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "app/common/sample.h"

namespace tideline {

namespace {

int runSample(const CommonOptions& options, bool force)
{
    const auto written = writeSample(options.output, force, Progress(options.stop));
    if (!written)
        return failed(written.error(), options);
    if (!options.quiet)
        std::printf("%s\n", written->c_str());
    return kExitOk;
}

} // namespace

void addSampleVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("sample", "write the built-in sample profile (two ranks, three steps)");
    auto options = std::make_shared<CommonOptions>();
    auto force = std::make_shared<bool>(false);
    verb->add_option("-o,--output", options->output, "directory to make")->required()->type_name("DIR");
    addSwitch(*verb, "--force", *force, "also into a directory that holds something");
    addSwitch(*verb, "--quiet", options->quiet, "do not print the directory");
    verb->callback([options, force, &run] {
        options->stop = run.stop;
        run.exitCode = runSample(*options, *force);
    });
}

} // namespace tideline
