// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "app/cli/common_options.h"
#include "core/session/session.h"

namespace tideline {

/// An opened profile, or the exit status to end with; what went wrong has been said on standard error.
struct OpenedProfile {
    std::shared_ptr<const Session> session; ///< null when it could not be opened
    int exitCode = 0;                       ///< of the failure, or 4 with --strict and partial data, to end with
};

/// Opens the inputs with progress on standard error (only on a terminal) and a summary of what could not be read.
OpenedProfile openProfile(CommonOptions& options);

/// What the inputs hold, without reading them, with progress on standard error.
ProfileListing listInputs(const CommonOptions& options);

/// Says whether the program may end in the middle of what it does, because nothing on the disk is unfinished.
void nothingOpen(const CommonOptions& options, bool mayEnd);

/// Says the error on standard error and returns its exit status.
int failed(const Error& error, const CommonOptions& options);

} // namespace tideline
