// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_export.h"

#include <QSaveFile>
#include <QTranslator>

#include <utility>

#include "core/report/report_html.h"
#include "core/report/report_json.h"
#include "core/report/report_markdown.h"
#include "core/session/session_report.h"
#include "views/print/report_pdf.h"
#include "views/text/core_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPictureWidth = 1050; // of a page in a browser

std::shared_ptr<const QTranslator> translatorOf(const QString& language)
{
    auto translator = std::make_shared<QTranslator>();
    return translator->load(u":/i18n/tideline_"_s + language + u".qm"_s) ? translator : nullptr;
}

/// Import issues have no text in the core but English ones: the window's own words are used where they fit.
IssueText issueTexts(const ReportOrder& order)
{
    if (order.language == order.windowLanguage)
        return [](IssueKind kind) { return issueSentence(kind).toStdString(); };
    if (order.windowLanguage != u"en")
        return {};
    return [translator = translatorOf(order.language)](IssueKind kind) {
        const QString english = issueSentence(kind);
        const QString text = translator ? translator->translate("Issues", english.toUtf8().constData()) : QString();
        return (text.isEmpty() ? english : text).toStdString();
    };
}

Status writeText(const std::filesystem::path& target, const std::string& text)
{
    QSaveFile file(QString::fromStdString(target.string()));
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit())
        return Done{};
    return Error{
        ErrorCode::NotWritable, "cannot write (" + file.errorString().toStdString() + ")", target.string(), {}};
}

} // namespace

QString suffixOf(ReportFormat format)
{
    switch (format) {
    case ReportFormat::Pdf: return u".pdf"_s;
    case ReportFormat::Html: return u".html"_s;
    case ReportFormat::Markdown: return u".md"_s;
    case ReportFormat::Json: break;
    }
    return u".json"_s;
}

ReportWords reportWords(const QString& language)
{
    return ReportWords(
        [translator = translatorOf(language)](const TextKey& key) {
            const QString text = translator ? translator->translate(key.context, key.text) : QString();
            return text.isEmpty() ? std::string(key.text) : text.toStdString();
        },
        language == u"zh_CN" ? "zh-CN" : "en");
}

Result<std::shared_ptr<const Report>> reportFor(const ReportOrder& order, const Progress& progress)
{
    auto report = reportOf(*order.session, order.options, issueTexts(order), progress);
    if (!report)
        return report.error();
    return std::make_shared<const Report>(std::move(*report));
}

Status writeReport(const ReportOrder& order, const Progress& progress)
{
    const auto report = reportFor(order, progress);
    if (!report)
        return report.error();
    const ReportWords words = reportWords(order.language);
    const Trace& trace = order.session->trace();
    const TraceIndex& index = order.session->index();
    switch (order.format) {
    case ReportFormat::Pdf:
        return writeReportPdf(order.target, **report, words, timelinePictures(trace, index), progress);
    case ReportFormat::Html: {
        HtmlOptions options;
        options.picture = [&](const ReportPicture& picture) {
            return timelinePng(trace, index, picture, words, kPictureWidth);
        };
        return writeText(order.target, reportHtml(**report, words, options));
    }
    case ReportFormat::Markdown: return writeText(order.target, reportMarkdown(**report, words));
    case ReportFormat::Json: break;
    }
    return writeText(order.target, reportJson(**report));
}

} // namespace tideline
