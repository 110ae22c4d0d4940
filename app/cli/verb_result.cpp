// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_result.h"

namespace tideline {

int writeResult(const OpenedProfile& profile, const CommonOptions& options, const std::function<Status(Output&)>& write)
{
    auto output = Output::open(options.output, options.paths);
    if (!output)
        return failed(output.error(), options);
    Status status = write(*output);
    if (status)
        status = output->finish();
    return status ? profile.exitCode : failed(status.error(), options);
}

} // namespace tideline
