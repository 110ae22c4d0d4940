// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/collect/collector.h"

namespace tideline::collect {

/// How much longer launches take while that much is recorded.
double overheadOf(const CollectOptions& options);

/// Environment variables of the process: values that leave the runtime in its fast path, so that a clean capture gives
/// no cause for a warning, or wrong ones.
std::vector<std::pair<std::string, std::string>> environmentOf(bool wrong, bool launchBlocking);

} // namespace tideline::collect
