// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render/report_command.h"

#include <QBuffer>
#include <QGuiApplication>

#include "app/cli/render/language.h"
#include "app/cli/render/qt_messages.h"
#include "core/report/report_html.h"
#include "core/report/report_json.h"
#include "core/report/report_markdown.h"
#include "core/session/session_report.h"
#include "views/print/report_pdf.h"
#include "views/print/report_words_qt.h"
#include "views/text/core_text.h"

namespace tideline {

namespace {

constexpr int kPictureWidth = 1050; // of a page in a browser

Result<std::string> pdfOf(const ReportRequest& request, const Report& report, const ReportWords& words)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const Session& session = *request.session;
    const Status printed =
        printReport(buffer, report, words, timelinePictures(session.trace(), session.index()), request.progress);
    if (!printed)
        return printed.error();
    return bytes.toStdString();
}

std::string htmlOf(const Session& session, const Report& report, const ReportWords& words)
{
    HtmlOptions options;
    options.picture = [&](const ReportPicture& picture) {
        return timelinePng(session.trace(), session.index(), picture, words, kPictureWidth);
    };
    return reportHtml(report, words, options);
}

} // namespace

Result<std::string> renderReport(const ReportRequest& request)
{
    const QtMessages messages;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int argc = 1;
    std::string name = "tideline-cli";
    char* argv[] = {name.data(), nullptr};
    const QGuiApplication app(argc, argv);
    const InstalledLanguage language(request.language);
    const auto issueText = [](IssueKind kind) { return issueSentence(kind).toStdString(); };
    const auto report = reportOf(*request.session, request.options, issueText, request.progress);
    if (!report)
        return report.error();
    const ReportWords words = installedWords(language.name());
    switch (request.format) {
    case ReportFormat::Pdf: return pdfOf(request, *report, words);
    case ReportFormat::Html: return htmlOf(*request.session, *report, words);
    case ReportFormat::Markdown: return reportMarkdown(*report, words);
    case ReportFormat::Json: break;
    }
    return reportJson(*report);
}

} // namespace tideline
