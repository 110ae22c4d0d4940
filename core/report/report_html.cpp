// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_html.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/report/chart_table.h"
#include "core/report/html_text.h"
#include "core/report/svg_charts.h"

namespace tideline {

namespace {

class HtmlWriter {
public:
    HtmlWriter(const ReportWords& words, const HtmlOptions& options) : m_words(&words), m_options(&options) {}

    void operator()(const ReportText& block)
    {
        const char* kind = "plain";
        switch (block.tone) {
        case ReportText::Tone::Lead: kind = "lead"; break;
        case ReportText::Tone::Missing: kind = "missing"; break;
        case ReportText::Tone::Remark: kind = "note"; break;
        case ReportText::Tone::Plain: break;
        }
        m_out += fmt::format("<p class=\"{}\">{}</p>\n", kind, escaped(block.text));
    }
    void operator()(const ReportTable& block)
    {
        title(m_words->text(block.title), m_words->cutNote(block.rows.size(), block.total));
        rows(block, {});
    }
    void operator()(const ReportSplit& block)
    {
        title(m_words->text(block.title), {});
        m_out += "<figure class=\"split\">" + svgPie(block, *m_words);
        std::vector<ReportInk> inks;
        for (const ReportSplit::Part& part : block.parts)
            inks.push_back(part.ink);
        rows(tableOf(block), inks);
        m_out += "</figure>\n";
    }
    void operator()(const ReportBars& block)
    {
        title(m_words->text(block.title), m_words->cutNote(block.bars.size(), block.total));
        m_out += "<figure>" + svgBars(block, *m_words) + "<figcaption>";
        for (const ReportBars::Series& series : block.series)
            m_out += key(series.ink) + htmlEscaped(m_words->text(series.name)) + " &#160; ";
        m_out += "</figcaption></figure>\n";
    }
    void operator()(const ReportCurve& block)
    {
        title(m_words->title(block), {});
        m_out += "<figure>" + svgCurve(block, *m_words) + "<figcaption>" + escaped(summaryOf(block, *m_words))
                 + "</figcaption></figure>\n";
    }
    void operator()(const ReportPicture& block)
    {
        title(m_words->text(block.title), {});
        const std::string png = m_options->picture ? m_options->picture(block) : std::string();
        m_out += "<figure>";
        if (!png.empty())
            m_out += fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">",
                                 htmlEscaped(m_words->text(block.title)), base64(png));
        m_out += "<figcaption>" + escaped(block.caption) + "</figcaption></figure>\n";
    }
    void operator()(const ReportFinding& block)
    {
        m_out += fmt::format("<div class=\"finding {}\"><h3>{}</h3>\n", wordOf(block.finding.severity),
                             escaped(headOf(block)));
        for (const Message& line : linesOf(block)) {
            if (!line.empty())
                m_out += "<p>" + escaped(line) + "</p>\n";
        }
        for (const LabelledLine& line : adviceOf(block))
            m_out += fmt::format("<p><b>{}:</b> {}</p>\n", htmlEscaped(m_words->text(line.label)), escaped(line.text));
        const ReportTable places = placesOf(block);
        if (!places.rows.empty())
            rows(places, {});
        const std::string note = m_words->cutNote(places.rows.size(), places.total);
        m_out +=
            (note.empty() || places.rows.empty() ? "" : "<p class=\"note\">" + htmlEscaped(note) + "</p>") + "</div>\n";
    }
    void operator()(const ReportNotes& block)
    {
        m_out += "<pre>";
        for (std::size_t at = 0; at <= block.text.size();) {
            const std::size_t end = std::min(block.text.find('\n', at), block.text.size());
            m_out += htmlEscaped(markedText(std::string_view(block.text).substr(at, end - at))) + "\n";
            at = end + 1;
        }
        m_out += "</pre>\n";
    }
    void head(const Report& report)
    {
        const std::string name = htmlEscaped(m_words->title(report));
        // Nothing may be fetched, whatever a text might contain.
        m_out += fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                             "'unsafe-inline'; img-src data:\">\n<meta name=\"viewport\" content=\"width=device-width, "
                             "initial-scale=1\">\n<meta name=\"generator\" "
                             "content=\"Tideline\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</"
                             "h1>\n<div class=\"meta\">",
                             m_words->language(), name, htmlStyle(), name);
        for (const Message& line : headLines(report))
            m_out += "<div>" + escaped(line) + "</div>";
        m_out += "</div>\n<nav>";
        for (const ReportSection& section : report.sections)
            m_out += fmt::format("<a href=\"#{}\">{}</a>", section.id, htmlEscaped(m_words->text(section.title)));
        m_out += "</nav>\n";
    }
    void section(const ReportSection& section)
    {
        m_out +=
            fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", section.id, htmlEscaped(m_words->text(section.title)));
        for (const ReportBlock& block : section.blocks)
            std::visit(*this, block);
        m_out += "</section>\n";
    }
    std::string take() && { return std::move(m_out) + "</body>\n</html>\n"; }

private:
    std::string escaped(const Message& message) const { return htmlEscaped(m_words->text(message)); }

    void title(const std::string& text, const std::string& note)
    {
        m_out += "<h3>" + htmlEscaped(text)
                 + (note.empty() ? "" : " <span class=\"note\">(" + htmlEscaped(note) + ")</span>") + "</h3>\n";
    }
    static std::string key(ReportInk ink)
    {
        return fmt::format("<span class=\"key\"><svg viewBox=\"0 0 11 11\"><rect class=\"{}\" width=\"11\" "
                           "height=\"11\"/></svg></span>",
                           wordOf(ink));
    }
    static const char* classOf(const ReportColumn& column)
    {
        return column.number ? " class=\"n\"" : isWide(column) ? " class=\"w\"" : "";
    }
    /// inks: a mark before the first cell of each row; may be empty.
    void rows(const ReportTable& table, const std::vector<ReportInk>& inks)
    {
        m_out += "<div class=\"wide\"><table><thead><tr>";
        for (const ReportColumn& column : table.columns)
            m_out += fmt::format("<th{}>{}</th>", column.number ? " class=\"n\"" : "",
                                 htmlEscaped(m_words->text(column.title)));
        m_out += "</tr></thead>\n<tbody>\n";
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            m_out += "<tr>";
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                const std::string mark = i == 0 && r < inks.size() ? key(inks[r]) : std::string();
                m_out += fmt::format("<td{}>{}<bdi>{}</bdi></td>", classOf(table.columns[i]), mark,
                                     htmlEscaped(m_words->cell(table.columns[i], table.rows[r][i])));
            }
            m_out += "</tr>\n";
        }
        m_out += "</tbody></table></div>\n";
    }

    const ReportWords* m_words;
    const HtmlOptions* m_options;
    std::string m_out;
};

} // namespace

std::string reportHtml(const Report& report, const ReportWords& words, const HtmlOptions& options)
{
    HtmlWriter writer(words, options);
    writer.head(report);
    for (const ReportSection& section : report.sections)
        writer.section(section);
    return std::move(writer).take();
}

} // namespace tideline
