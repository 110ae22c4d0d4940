// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/report/build_report.h"
#include "core/session/session.h"

namespace tideline {

enum class ReportFormat { Pdf, Html, Markdown, Json };

struct ReportRequest {
    std::shared_ptr<const Session> session; ///< never null
    ReportOptions options;
    ReportFormat format = ReportFormat::Pdf;
    std::string language; ///< "en", "zh_CN"; "" = that of the environment
    Progress progress;
};

/// The bytes of the report, with words, pictures and paper from the views, on the offscreen platform.
Result<std::string> renderReport(const ReportRequest& request);

} // namespace tideline
