// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/advise/advisor.h"
#include "core/import/import.h"
#include "core/store/track.h"

namespace tideline {

/// Clocks of ranks that are further apart than those of well kept hosts, where they have not been aligned.
std::vector<DataIssue> clockIssues(const std::vector<RankInfo>& ranks, Duration recorded);

/// What import found wrong, as the advisor's rule about the data reads it: errors and warnings, notes left out.
std::vector<DataIssue> dataIssues(const ImportIssues& issues, const std::vector<FileReport>& files);

/// Equal exactly for options that give the same result.
std::string cacheKey(const AdvisorOptions& options);

} // namespace tideline
