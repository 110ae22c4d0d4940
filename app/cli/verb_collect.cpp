// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/collect_lists.h"
#include "app/cli/collect_request.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/verbs.h"
#include "core/collect/scenario.h"

namespace tideline {

namespace {

struct CollectWords {
    CommonOptions common; ///< quiet, progress and the request to stop
    std::map<const CollectSetting*, std::vector<std::string>> given;
    bool force = false;
    bool listScenarios = false;
    bool listFaults = false;
    bool listDevices = false;
    bool figures = false;
};

Error wrong(const std::string& what)
{
    return {ErrorCode::InvalidArgument, what, {}, "See tideline-cli collect --help"};
}

std::string longName(const CollectSetting& setting)
{
    const std::string name = setting.option;
    return name.substr(name.rfind(',') + 1);
}

/// The options first; a variable speaks where its option is silent.
Status take(const CollectWords& words, CollectRequest& request)
{
    request.output.forms = {ExportForm::Text, ExportForm::Database};
    for (const CollectSetting& setting : collectSettings()) {
        const auto found = words.given.find(&setting);
        if (found != words.given.end()) {
            for (const std::string& text : found->second)
                if (const auto fault = setting.take(request, text))
                    return wrong(longName(setting) + ": " + *fault);
            continue;
        }
        const char* const value = *setting.variable != '\0' ? std::getenv(setting.variable) : nullptr;
        const bool sampled = request.interval && std::string_view(setting.option) == "--freq";
        if (value == nullptr || *value == '\0' || sampled)
            continue;
        if (const auto fault = setting.take(request, value))
            return wrong(std::string("the environment variable ") + setting.variable + ": " + *fault);
        const std::string meaning = *setting.option != '\0' ? " (as " + longName(setting) + ")" : std::string();
        complain(std::string("from the environment: ") + setting.variable + "=" + visible(value) + meaning);
    }
    return settle(request);
}

bool givesInterval(const CollectWords& words)
{
    return std::any_of(words.given.begin(), words.given.end(),
                       [](const auto& entry) { return std::string_view(entry.first->option) == "--sample-interval"; });
}

int printed(const Result<std::string>& text, const CommonOptions& options)
{
    if (!text)
        return failed(text.error(), options);
    std::fputs(text->c_str(), stdout);
    return kExitOk;
}

void warn(const collect::CollectSummary& summary)
{
    for (const std::string& note : summary.notes)
        complain("warning: " + visible(note));
    for (const collect::FaultTruth& fault : summary.truth.faults)
        if (!fault.unavailable.empty())
            complain(fmt::format("warning: the options leave out what {} of the fault {} reads",
                                 fmt::join(fault.unavailable, ", "), fault.kind));
}

int collectNow(const CollectWords& words, const CollectRequest& request)
{
    ProgressLine line("collecting");
    const bool shows = !words.common.quiet && !words.common.noProgress && ::isatty(STDERR_FILENO);
    Progress::Sink sink;
    if (shows)
        sink = [&line](const ProgressUpdate& update) { line.show(update); };
    const auto summary = collectTo(request.output, request.options, Progress(words.common.stop, sink));
    line.wipe();
    if (!summary)
        return failed(summary.error(), words.common);
    if (words.common.quiet)
        return kExitOk;
    warn(*summary);
    complain(fmt::format("{} on {}: {} ranks, {} steps, {} device tasks", summary->scenario, summary->device,
                         summary->ranks, summary->steps, summary->deviceTasks));
    if (request.output.groups.size() > 1)
        complain(fmt::format("{} counter groups: a pass of its own for each", request.output.groups.size()));
    std::printf("%s\n", request.output.directory.c_str());
    return kExitOk;
}

/// The one that was named, else all.
std::vector<std::string> scenariosOf(const CollectWords& words, const CollectRequest& request)
{
    const bool named = std::any_of(words.given.begin(), words.given.end(), [](const auto& entry) {
        return std::string_view(entry.first->option) == "--scenario";
    });
    return named ? std::vector<std::string>{request.options.scenario} : collect::scenarioNames();
}

int runCollect(const CollectWords& words)
{
    if (words.listScenarios)
        return printed(scenarioList(), words.common);
    if (words.listDevices)
        return printed(deviceList(), words.common);
    if (words.listFaults)
        return printed(faultList(), words.common);
    CollectRequest request;
    if (givesInterval(words))
        request.interval = true; // known before --freq is looked for in the environment
    const Status taken = take(words, request);
    if (!taken)
        return failed(taken.error(), words.common);
    if (!request.enabled)
        return failed(wrong("collecting is switched off by ASCEND_PROFILING_ENABLE"), words.common);
    if (words.figures)
        return printed(figureTable(scenariosOf(words, request), request.options), words.common);
    if (request.output.directory.empty())
        return failed(wrong("no directory: name one with -o"), words.common);
    request.output.force = words.force;
    if (!words.common.quiet)
        for (const std::string& note : request.notes)
            complain("note: " + note);
    return collectNow(words, request);
}

void addSettings(CLI::App& verb, const std::shared_ptr<CollectWords>& words)
{
    for (const CollectSetting& setting : collectSettings()) {
        if (*setting.option == '\0')
            continue;
        const bool many = std::string_view(setting.option) == "--fault";
        const auto keep = [words, &setting](const std::vector<std::string>& texts) {
            words->given[&setting] = texts;
            return true;
        };
        std::string help = setting.help;
        if (*setting.variable != '\0')
            help += std::string("; ") + setting.variable;
        CLI::Option* option = verb.add_option(setting.option, keep, help)->type_name(setting.type);
        option->expected(setting.bare ? 0 : 1, 1);
        if (many)
            option->take_all();
        else
            option->take_last();
    }
}

} // namespace

void addCollectVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("collect", "run the simulated device collector");
    auto words = std::make_shared<CollectWords>();
    addSettings(*verb, words);
    addSwitch(*verb, "--force", words->force, "also into a directory that holds something");
    addSwitch(*verb, "--list-scenarios", words->listScenarios, "print the workloads");
    addSwitch(*verb, "--list-faults", words->listFaults, "print the faults that can be planted");
    addSwitch(*verb, "--list-devices", words->listDevices, "print the devices");
    addSwitch(*verb, "--figures", words->figures, "print what the workloads are measured by instead");
    addSwitch(*verb, "--quiet", words->common.quiet, "no notes, no progress, no directory");
    addSwitch(*verb, "--no-progress", words->common.noProgress, "no progress");
    verb->callback([words, &run] {
        words->common.stop = run.stop;
        run.exitCode = runCollect(*words);
    });
}

} // namespace tideline
