// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/report/report.h"

namespace tideline {

/// The text inside an element or a quoted attribute.
std::string htmlEscaped(std::string_view text);
std::string base64(std::string_view bytes);
/// The CSS class of an ink: "computing".
std::string_view wordOf(ReportInk ink);
/// The style sheet of the report.
std::string_view htmlStyle();

} // namespace tideline
