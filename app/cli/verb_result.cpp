// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_result.h"

namespace tideline {

std::vector<std::filesystem::path> inputsOf(const OpenedProfile& profile, const CommonOptions& options)
{
    std::vector<std::filesystem::path> inputs = options.paths;
    for (const FileReport& file : profile.session->files())
        inputs.push_back(file.path);
    return inputs;
}

int writeResult(const OpenedProfile& profile, const CommonOptions& options, const std::function<Status(Output&)>& write)
{
    nothingOpen(options, false);
    auto output = Output::open(options.output, inputsOf(profile, options));
    if (!output)
        return failed(output.error(), options);
    Status status = write(*output);
    if (status)
        status = output->finish();
    return status ? profile.exitCode : failed(status.error(), options);
}

} // namespace tideline
