// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/collect/collector.h"

namespace tideline {

// What the collector can be asked for, as tables for a terminal.
Result<std::string> scenarioList();
Result<std::string> deviceList();
std::string faultList();

/// What the scenarios are measured by: each figure of a run beside what the public case says.
Result<std::string> figureTable(const std::vector<std::string>& scenarios, collect::CollectOptions options);

} // namespace tideline
