// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/report/report.h"

namespace tideline {

/// The report as JSON, in English in any language: exact figures in ns, bytes and bytes per second, ratios 0–1, null
/// for what is unknown. Overview, findings and unavailable rules have the keys of `analyze --json`.
std::string reportJson(const Report& report);

} // namespace tideline
