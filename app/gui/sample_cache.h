// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>

#include "core/base/result.h"

namespace tideline {

/// The directory of the built-in sample under the XDG cache directory. It appears whole or not at all:
/// a half-written sample is never found. Written on first use; about half a second.
Result<std::filesystem::path> cachedSample(std::stop_token stop);

} // namespace tideline
