// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_markdown.h"

#include <sstream>
#include <variant>

#include "core/report/chart_table.h"

namespace tideline {

namespace {

/// Plain text as Markdown: every character that could be markup is escaped.
std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else if (std::string_view("\\`*_{}[]()#+!|~$^").find(c) != std::string_view::npos)
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

class MarkdownWriter {
public:
    explicit MarkdownWriter(const ReportWords& words) : m_words(&words) {}

    void operator()(const ReportText& block)
    {
        const std::string text = escaped(m_words->text(block.text));
        switch (block.tone) {
        case ReportText::Tone::Lead: m_out += "**" + text + "**\n\n"; return;
        case ReportText::Tone::Missing: m_out += "> " + text + "\n\n"; return;
        case ReportText::Tone::Plain:
        case ReportText::Tone::Remark: break;
        }
        m_out += text + "\n\n";
    }
    void operator()(const ReportTable& block)
    {
        const std::string note = m_words->cutNote(block.rows.size(), block.total);
        m_out +=
            "### " + escaped(m_words->text(block.title)) + (note.empty() ? "" : " (" + escaped(note) + ")") + "\n\n";
        rows(block);
    }
    void operator()(const ReportSplit& block) { (*this)(tableOf(block)); }
    void operator()(const ReportBars& block) { (*this)(tableOf(block, *m_words)); }
    void operator()(const ReportCurve& block)
    {
        m_out += "### " + escaped(m_words->title(block)) + "\n\n" + escaped(m_words->text(summaryOf(block, *m_words)))
                 + "\n\n";
    }
    void operator()(const ReportPicture& block)
    {
        m_out += "### " + escaped(m_words->text(block.title)) + "\n\n" + escaped(m_words->text(block.caption)) + "\n\n";
    }
    void operator()(const ReportFinding& block)
    {
        m_out += "### " + escaped(m_words->text(headOf(block))) + "\n\n";
        for (const Message& line : linesOf(block)) {
            if (!line.empty())
                m_out += "- " + escaped(m_words->text(line)) + "\n";
        }
        for (const LabelledLine& line : adviceOf(block))
            m_out += "- **" + escaped(m_words->text(line.label)) + ":** " + escaped(m_words->text(line.text)) + "\n";
        m_out += "\n";
        if (!block.places.empty())
            rows(placesOf(block));
    }
    void operator()(const ReportNotes& block)
    {
        std::istringstream lines(block.text);
        for (std::string line; std::getline(lines, line);)
            m_out += escaped(markedText(line)) + "  \n";
        m_out += "\n";
    }
    void head(const Report& report)
    {
        m_out += "# " + escaped(m_words->title(report)) + "\n\n";
        for (const Message& line : headLines(report))
            m_out += escaped(m_words->text(line)) + "  \n";
        m_out += "\n";
    }
    void section(const ReportSection& section)
    {
        m_out += "## " + escaped(m_words->text(section.title)) + "\n\n";
        for (const ReportBlock& block : section.blocks)
            std::visit(*this, block);
    }
    std::string take() && { return std::move(m_out); }

private:
    void rows(const ReportTable& table)
    {
        std::string rule = "|";
        m_out += "|";
        for (const ReportColumn& column : table.columns) {
            m_out += " " + escaped(m_words->text(column.title)) + " |";
            rule += column.number ? " ---: |" : " --- |";
        }
        m_out += "\n" + rule + "\n";
        for (const auto& row : table.rows) {
            m_out += "|";
            for (std::size_t i = 0; i < row.size(); ++i)
                m_out += " " + escaped(m_words->cell(table.columns[i], row[i])) + " |";
            m_out += "\n";
        }
        m_out += "\n";
    }

    const ReportWords* m_words;
    std::string m_out;
};

} // namespace

std::string reportMarkdown(const Report& report, const ReportWords& words)
{
    MarkdownWriter writer(words);
    writer.head(report);
    for (const ReportSection& section : report.sections)
        writer.section(section);
    return std::move(writer).take();
}

} // namespace tideline
