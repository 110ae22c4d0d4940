// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/advice_sections.h"
#include "core/advise/advisor.h"

namespace tideline {

/// The advisor's result for a terminal of 80 columns: where the time goes, the problems with suggestion and expected
/// gain, what could not be judged, and the sections asked for. `places` limits the evidence of each problem.
std::string adviceText(const Trace& trace, const AdvisorResult& result, const std::vector<AdviceSection>& sections,
                       std::size_t places);

/// The text broken at blanks so that no line is wider than 80 columns, each line after `indent` blanks. A word that
/// is wider stands alone.
std::string wrapped(std::string_view text, std::size_t indent, std::string_view first = {});

} // namespace tideline
