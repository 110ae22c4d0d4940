// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report_words.h"

namespace tideline {

/// The words of a report in the language whose translator is installed. language: "en", "zh_CN".
ReportWords installedWords(const std::string& language);

} // namespace tideline
