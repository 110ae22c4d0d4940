// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/choice.h"
#include "app/cli/exit_codes.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/base/utf8.h"
#include "core/report/report_html.h"
#include "core/report/report_json.h"
#include "core/report/report_markdown.h"
#include "core/session/session_report.h"
#ifdef TIDELINE_HAS_RENDER
#include "app/cli/render/report_command.h"
#endif

namespace tideline {

namespace {

constexpr std::uintmax_t kMostNotes = 1U << 20;

struct ReportArguments {
    CommonOptions common;
    std::string language;
    std::string notesFile;
    std::string rulesFile;
    ReportOptions report;
};

enum class Ending { Pdf, Html, Markdown, Json };

/// The format that the name of the file asks for; JSON on standard output.
std::optional<Ending> endingOf(const CommonOptions& options)
{
    if (options.output.empty() || options.output == "-")
        return options.json ? std::optional(Ending::Json) : std::nullopt;
    std::string ending = std::filesystem::path(options.output).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".pdf")
        return Ending::Pdf;
    if (ending == ".html" || ending == ".htm")
        return Ending::Html;
    if (ending == ".md" || ending == ".markdown")
        return Ending::Markdown;
    return ending == ".json" ? std::optional(Ending::Json) : std::nullopt;
}

Result<std::string> readNotes(const std::string& path)
{
    if (path.empty())
        return std::string();
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        return Error{ErrorCode::InvalidArgument, "the notes are a directory", path, "Name a text file"};
    if (std::filesystem::exists(path, failure) && !std::filesystem::is_regular_file(path, failure))
        return Error{ErrorCode::InvalidArgument, "the notes are no regular file", path, "Name a text file"};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{ErrorCode::NotFound, "cannot read the notes", path, "Check the name and the permissions"};
    std::string text(kMostNotes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    if (text.size() > kMostNotes)
        return Error{ErrorCode::InvalidArgument, "the notes are larger than 1 MiB", path, "Give a shorter text"};
    if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    if (!isValidUtf8(text))
        return Error{ErrorCode::InvalidArgument, "the notes are not UTF-8", path, "Save the text as UTF-8"};
    std::erase(text, '\r');
    return text;
}

std::string now()
{
    const std::time_t time = std::time(nullptr);
    std::tm local{};
    if (!::localtime_r(&time, &local))
        return {};
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
    return {text, length};
}

Result<std::string> plainReport(const Session& session, const ReportArguments& arguments, Ending ending)
{
    const auto report = reportOf(session, arguments.report, {}, Progress(arguments.common.stop));
    if (!report)
        return report.error();
    switch (ending) {
    case Ending::Json: return reportJson(*report);
    case Ending::Markdown: return reportMarkdown(*report, ReportWords());
    case Ending::Html: return reportHtml(*report, ReportWords());
    case Ending::Pdf: break;
    }
    return Error{ErrorCode::InvalidArgument, "this build writes no PDF", {}, "Write .html, .md or .json"};
}

/// The bytes of the report. JSON is the same in every language and needs no toolkit.
Result<std::string> reportBytes(const OpenedProfile& profile, const ReportArguments& arguments, Ending ending)
{
#ifdef TIDELINE_HAS_RENDER
    if (ending != Ending::Json) {
        const ReportFormat format = ending == Ending::Pdf    ? ReportFormat::Pdf
                                    : ending == Ending::Html ? ReportFormat::Html
                                                             : ReportFormat::Markdown;
        return renderReport(
            {profile.session, arguments.report, format, arguments.language, Progress(arguments.common.stop)});
    }
#endif
    return plainReport(*profile.session, arguments, ending);
}

int runReport(ReportArguments& arguments)
{
    const auto ending = endingOf(arguments.common);
    if (!ending)
        return failed({ErrorCode::InvalidArgument,
                       "-o needs a name that ends in .pdf, .html, .md or .json",
                       {},
                       "Or ask for --json on standard output"},
                      arguments.common);
    auto notes = readNotes(arguments.notesFile);
    if (!notes)
        return failed(notes.error(), arguments.common);
    if (!arguments.rulesFile.empty()) {
        auto limits = readLimitsFile(arguments.rulesFile);
        if (!limits)
            return failed(limits.error(), arguments.common);
        arguments.report.limits = std::move(*limits);
    }
    const OpenedProfile profile = openProfile(arguments.common);
    if (!profile.session)
        return profile.exitCode;
    arguments.report.notes = std::move(*notes);
    arguments.report.scope = arguments.common.scope;
    arguments.report.scopeText = arguments.common.scopeText;
    arguments.report.created = now();
    const auto bytes = reportBytes(profile, arguments, *ending);
    if (!bytes)
        return failed(bytes.error(), arguments.common);
    return writeResult(profile, arguments.common, [&](Output& output) { return output.write(*bytes); });
}

} // namespace

void addReportVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("report", "the whole report: figures, charts, timeline, suggestions");
    auto arguments = std::make_shared<ReportArguments>();
    addInputOptions(*verb, arguments->common);
    addOutputOption(*verb, arguments->common, "report to write: .pdf, .html, .md or .json");
    addChoice(*verb, "--lang", arguments->language, plainWords({"en", "zh_CN"}), {"LANG"});
    verb->add_option("--title", arguments->report.title, "title of the report")->type_name("TEXT");
    verb->add_option("--notes", arguments->notesFile, "a text to add, UTF-8, at most 1 MiB")->type_name("FILE");
    verb->add_option("--rules", arguments->rulesFile, "JSON with limits and switches of rules, over the built-in ones")
        ->type_name("FILE");
    addSwitch(*verb, "--redact", arguments->report.redact, "replace users, hosts, addresses and directories");
    addCount(*verb, "--top,--top_k", arguments->report.topN, "rows of a table (20); 0: all");
    verb->callback([arguments, &run] {
        arguments->common.stop = run.stop;
        run.exitCode = runReport(*arguments);
    });
}

} // namespace tideline
