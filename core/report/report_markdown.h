// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/report/report_words.h"

namespace tideline {

/// The report as Markdown with tables; charts are written as their figures. No text of a profile can become markup.
std::string reportMarkdown(const Report& report, const ReportWords& words);

} // namespace tideline
