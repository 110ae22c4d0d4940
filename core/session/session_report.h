// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/import/issues.h"
#include "core/report/build_report.h"
#include "core/session/session.h"

namespace tideline {

/// A kind of import issue in the language of the report.
using IssueText = std::function<std::string(IssueKind)>;

/// The report of an opened profile: steps and advice are those of the session. Blocks; seconds for a million kernels.
Result<Report> reportOf(const Session& session, const ReportOptions& options, const IssueText& issueText,
                        const Progress& progress = {});

} // namespace tideline
