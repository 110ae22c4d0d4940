// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/cli/open_profile.h"
#include "app/cli/output.h"

namespace tideline {

/// What a verb must never write to: the paths it was given and the files that were read there.
std::vector<std::filesystem::path> inputsOf(const OpenedProfile& profile, const CommonOptions& options);

/// How a verb with a text result ends: opens what -o names, lets `write` fill it, gives it its name. Returns the exit
/// status; what went wrong has been said on standard error.
int writeResult(const OpenedProfile& profile, const CommonOptions& options,
                const std::function<Status(Output&)>& write);

} // namespace tideline
