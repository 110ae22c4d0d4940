// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <filesystem>
#include <memory>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/report/build_report.h"
#include "core/report/report_words.h"
#include "core/session/session.h"

namespace tideline {

enum class ReportFormat { Pdf, Html, Markdown, Json };

/// ".pdf", …
QString suffixOf(ReportFormat format);

/// The words of a report in a language that need not be the one of the window: "en" or "zh_CN". May be used on any
/// thread.
ReportWords reportWords(const QString& language);

/// A report that somebody has asked for. Blocks; for a worker.
struct ReportOrder {
    std::shared_ptr<const Session> session;
    ReportOptions options;
    QString language;
    QString windowLanguage; ///< of the texts that the window has translated already
    ReportFormat format = ReportFormat::Pdf;
    std::filesystem::path target;
};
Result<std::shared_ptr<const Report>> reportFor(const ReportOrder& order, const Progress& progress = {});
/// Builds the report and writes it; the file appears whole or not at all.
Status writeReport(const ReportOrder& order, const Progress& progress = {});

} // namespace tideline
