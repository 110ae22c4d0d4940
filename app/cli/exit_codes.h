// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace tideline {

/// Exit statuses of every verb; scripts rely on them.
enum ExitCode : int {
    kExitOk = 0,
    kExitThreshold = 1,
    kExitUsage = 2,
    kExitInput = 3,
    kExitDamaged = 4,
    kExitOutput = 5,
    kExitInterrupted = 130,
};

/// The status of a verb that could not open its input.
inline int exitCodeOf(const Error& error, bool strict)
{
    switch (error.code) {
    case ErrorCode::Cancelled: return kExitInterrupted;
    case ErrorCode::NotWritable: return kExitOutput;
    case ErrorCode::InvalidArgument: return kExitUsage;
    case ErrorCode::Damaged: return strict ? kExitDamaged : kExitInput;
    case ErrorCode::NotFound:
    case ErrorCode::Unrecognised:
    case ErrorCode::PermissionDenied:
    case ErrorCode::TooLarge:
    case ErrorCode::Internal: break;
    }
    return kExitInput;
}

} // namespace tideline
