// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string_view>

#include "core/advise/advisor.h"

namespace tideline {

/// Which finding speaks of an operator, by the operator's name as in its evidence: one about its computing where there
/// is any, else about memory, else any other; the worst of those. For hints beside a single operator the advice must
/// have been given without a limit on evidence. The names are those of the result, which must outlive them.
std::map<std::string_view, const Finding*> operatorHints(const AdvisorResult& advice);

} // namespace tideline
