// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>
#include <variant>

#include "core/base/redactor.h"
#include "core/report/build_report.h"

namespace tideline {

namespace {

using Edit = std::function<void(std::string&)>;

/// Visits every text that came from a profile or a user.
class TextVisitor {
public:
    explicit TextVisitor(const Edit& edit) : m_edit(&edit) {}

    void operator()(ReportText& block) const { visit(block.text); }
    void operator()(ReportTable& block) const
    {
        for (auto& row : block.rows) {
            for (ReportCell& cell : row) {
                if (cell)
                    visit(*cell);
            }
        }
    }
    void operator()(ReportSplit&) const {}
    void operator()(ReportBars& block) const
    {
        for (ReportBars::Bar& bar : block.bars)
            visit(bar.label);
    }
    void operator()(ReportCurve& block) const { (*m_edit)(block.name); }
    void operator()(ReportPicture& block) const { visit(block.caption); }
    void operator()(ReportFinding& block) const
    {
        visit(block.finding.text);
        visit(block.finding.suggestion);
        visit(block.finding.saving.note);
        for (ReportFinding::Place& place : block.places) {
            (*m_edit)(place.name);
            (*m_edit)(place.trackName);
        }
    }
    void operator()(ReportNotes& block) const { (*m_edit)(block.text); }

    void visit(Message& message) const
    {
        for (MessageArg& arg : message.args)
            visit(arg);
    }

private:
    void visit(MessageArg& arg) const
    {
        if (arg.kind == MessageArg::Kind::Text)
            (*m_edit)(arg.text);
    }

    const Edit* m_edit;
};

void visitTexts(Report& report, const Edit& edit)
{
    const TextVisitor visitor(edit);
    edit(report.title);
    edit(report.scope);
    for (std::string& path : report.paths)
        edit(path);
    for (Unavailable& rule : report.unavailable)
        visitor.visit(rule.reason);
    for (ReportSection& section : report.sections) {
        for (ReportBlock& block : section.blocks)
            std::visit(visitor, block);
    }
}

/// Variables that name a person or a machine.
void learnVariables(Redactor& redactor, const std::map<std::string, std::string>& variables)
{
    for (const auto& [name, value] : variables) {
        if (name == "USER" || name == "LOGNAME" || name == "USERNAME")
            redactor.addUser(value);
        if (name == "HOSTNAME" || name == "HOST" || name == "MASTER_ADDR")
            redactor.addHost(value);
    }
}

/// The labels of a picture come from the profile and cannot be replaced in it.
void dropPictures(Report& report)
{
    for (ReportSection& section : report.sections) {
        for (ReportBlock& block : section.blocks) {
            if (std::holds_alternative<ReportPicture>(block))
                block =
                    ReportText{{TL_TEXT("Report", "%1: left out, because the names in the picture cannot be replaced."),
                                {MessageArg::of(std::get<ReportPicture>(block).title)}},
                               ReportText::Tone::Remark};
        }
    }
}

} // namespace

void redact(Report& report, const Trace& trace)
{
    Redactor redactor;
    for (const RankInfo& rank : trace.ranks()) {
        redactor.addHost(rank.host);
        redactor.addPath(rank.path);
        learnVariables(redactor, rank.environment);
        learnVariables(redactor, rank.switches);
    }
    for (const std::string& path : report.paths)
        redactor.addPath(path);
    dropPictures(report);
    visitTexts(report, [&redactor](std::string& text) { redactor.learn(text); });
    visitTexts(report, [&redactor](std::string& text) { text = redactor.redacted(text); });
    report.redacted = true;
}

} // namespace tideline
