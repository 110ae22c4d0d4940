// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/advisor_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

#include "core/analyze/verdict.h"
#include "views/kit/theme.h"
#include "views/text/finding_text.h"
#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Advice {
    Q_DECLARE_TR_FUNCTIONS(Advice)
};

constexpr std::size_t kRanksByName = 8;

/// Labels and values of a finding in the order of the page.
std::vector<std::pair<QString, QString>> facts(const Finding& finding, const Trace& trace)
{
    std::vector<std::pair<QString, QString>> out{
        {Advice::tr("Severity"), severityGlyph(finding.severity) + u' ' + severityText(finding.severity)},
        {Advice::tr("Category"), categoryText(finding.category)},
        {Advice::tr("Measured"), metricText(finding)},
        {Advice::tr("Expected gain"), gainText(finding.saving)},
    };
    // With a figure the note says how sure it is.
    if ((finding.saving.high || finding.saving.bytes) && !finding.saving.note.empty())
        out.emplace_back(Advice::tr("About the gain"), messageText(finding.saving.note));
    if (trace.ranks().size() > 1 && !finding.ranks.empty())
        out.emplace_back(Advice::tr("Ranks"), rankListText(trace, finding.ranks));
    if (trace.ranks().size() > 1 && finding.ranks.size() > 1 && finding.rank.valid())
        out.emplace_back(Advice::tr("Worst rank"), rankText(trace, finding.rank));
    return out;
}

QString titleOf(const std::string& ruleId, const TextKey& title)
{
    return QString::fromStdString(ruleId) + u"  "_s + translated(title);
}

/// Escaped; a number stays with its unit, though HTML takes the narrow space between them for a place to break.
QString html(const QString& text)
{
    return text.toHtmlEscaped().replace(QChar(0x202F), QChar::Nbsp);
}

QString colour(const QColor& color)
{
    return color.name(QColor::HexRgb);
}

QString links(const Finding& finding, const AdvisorResult& result)
{
    QStringList out;
    for (const std::string& id : finding.explainedBy) {
        const auto other = std::find_if(result.findings.begin(), result.findings.end(),
                                        [&id](const Finding& one) { return one.ruleId == id; });
        const QString shown = QString::fromStdString(id).toHtmlEscaped();
        out << (other == result.findings.end()
                    ? shown
                    : u"<a href=\"rule:%1\">%1 %2</a>"_s.arg(shown, html(translated(other->title))));
    }
    return out.join(u"<br>"_s);
}

QString factRow(const QString& label, const QString& cell, const Theme& theme)
{
    return u"<tr><td style=\"color:%1;padding-right:8px\">%2</td><td>%3</td></tr>"_s.arg(colour(theme.mutedText),
                                                                                         label.toHtmlEscaped(), cell);
}

QString heading(const QString& text)
{
    return u"<p style=\"margin:0 0 4px 0\"><b>%1</b></p>"_s.arg(html(text));
}

QString paragraph(const QString& text)
{
    return text.isEmpty() ? QString() : u"<p style=\"margin:4px 0 4px 0\">%1</p>"_s.arg(html(text));
}

} // namespace

QString rankText(const Trace& trace, RankId rank)
{
    if (!rank.valid() || rank.row >= trace.ranks().size())
        return {};
    const RankInfo& info = trace.rank(rank);
    return info.rank ? QString::number(*info.rank) : u'#' + QString::number(rank.row + 1);
}

QString rankListText(const Trace& trace, const std::vector<RankId>& ranks)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(ranks.size(), kRanksByName); ++i)
        names << rankText(trace, ranks[i]);
    const QString joined = names.join(u", "_s);
    return ranks.size() <= kRanksByName ? joined : Advice::tr("%1 … (%2 ranks)").arg(joined, countText(ranks.size()));
}

QString laneText(const Trace& trace, TrackId track)
{
    if (!track.valid() || track.row >= trace.tracks().size())
        return {};
    const TrackInfo& info = trace.track(track);
    const QString lane = visibleText(info.name);
    const QString process = info.process.valid() ? QString::fromStdString(trace.process(info.process).name) : QString();
    return process.isEmpty() ? lane : visibleValue(process) + u" / "_s + lane;
}

QString verdictText(const AdvisorOverview& overview)
{
    return overview.wall || overview.computing ? translated(sentenceOf(overview.verdict)) : QString();
}

QString combinedText(const Saving& saving)
{
    return saving.high ? Advice::tr("All findings together: %1.").arg(gainText(saving)) : QString();
}

QString findingHtml(const Finding& finding, const AdvisorResult& result, const Trace& trace, const Theme& theme)
{
    QString rows;
    for (const auto& [label, value] : facts(finding, trace))
        rows += factRow(label, html(value), theme);
    if (!finding.explainedBy.empty())
        rows += factRow(Advice::tr("Explained by"), links(finding, result), theme);
    return heading(titleOf(finding.ruleId, finding.title)) + paragraph(messageText(finding.text))
           + paragraph(messageText(finding.suggestion)) + u"<table cellspacing=\"0\" style=\"margin-top:6px\">"_s + rows
           + u"</table>"_s;
}

QString unavailableHtml(const Unavailable& rule, const Theme& theme)
{
    return heading(titleOf(rule.ruleId, rule.title)) + u"<table cellspacing=\"0\" style=\"margin-top:6px\">"_s
           + factRow(Advice::tr("Not judged"), html(messageText(rule.reason)), theme) + u"</table>"_s;
}

QString findingPlain(const Finding& finding, const Trace& trace)
{
    QStringList lines{titleOf(finding.ruleId, finding.title), messageText(finding.text),
                      messageText(finding.suggestion)};
    for (const auto& [label, value] : facts(finding, trace))
        lines << label + u": "_s + value;
    if (!finding.explainedBy.empty()) {
        QStringList ids;
        for (const std::string& id : finding.explainedBy)
            ids << QString::fromStdString(id);
        lines << Advice::tr("Explained by") + u": "_s + ids.join(u", "_s);
    }
    for (const Evidence& evidence : finding.evidence) {
        QStringList values{rankText(trace, evidence.rank), visibleText(evidence.name), laneText(trace, evidence.track),
                           QString::number(evidence.range.start.ns), QString::number(evidence.range.length().ns)};
        for (const auto& [key, value] : evidence.values)
            values << QString::fromStdString(key) + u'=' + QString::number(value, 'g', 15);
        lines << values.join(u'\t');
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString resultPlain(const AdvisorResult& result, const Trace& trace)
{
    QStringList parts{verdictText(result.overview), combinedText(result.combinedSaving)};
    for (const Finding& finding : result.findings)
        parts << findingPlain(finding, trace);
    if (!result.unavailable.empty()) {
        QStringList lines{Advice::tr("Not judged")};
        for (const Unavailable& rule : result.unavailable)
            lines << titleOf(rule.ruleId, rule.title) + u": "_s + messageText(rule.reason);
        parts << lines.join(u'\n');
    }
    parts.removeAll(QString());
    return parts.join(u"\n\n"_s) + u'\n';
}

} // namespace tideline
