// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/advice_document.h"
#include "app/cli/advice_sections.h"
#include "app/cli/advice_text.h"
#include "app/cli/choice.h"
#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"

namespace tideline {

namespace {

constexpr std::size_t kPlaces = 5; // of evidence per problem in the text

struct AnalyzeOptions {
    CommonOptions common;
    std::string rulesFile;
    std::vector<std::string> only;
    std::optional<FindingSeverity> failOn;
    SectionOptions sections;
    std::optional<std::size_t> top;
};

const Words<FindingSeverity> kSeverities = {
    {"high", FindingSeverity::High}, {"medium", FindingSeverity::Medium}, {"low", FindingSeverity::Low}};

Result<AdvisorOptions> advisorOptions(const AnalyzeOptions& options)
{
    AdvisorOptions out;
    out.scope = options.common.scope;
    out.only = options.only;
    out.evidenceLimit = options.top.value_or(out.evidenceLimit);
    if (options.rulesFile.empty())
        return out;
    auto limits = readLimitsFile(options.rulesFile);
    if (!limits)
        return limits.error();
    out.limits = std::move(*limits);
    return out;
}

bool isReached(const AdvisorResult& result, const std::optional<FindingSeverity>& failOn)
{
    return failOn && std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& finding) {
               return finding.severity <= *failOn;
           });
}

int runAnalyze(AnalyzeOptions& options)
{
    // Before the profile is read: a mistake in the rules costs no minute of reading.
    const auto wanted = advisorOptions(options);
    if (!wanted)
        return failed(wanted.error(), options.common);
    const OpenedProfile profile = openProfile(options.common);
    if (!profile.session)
        return profile.exitCode;
    nothingOpen(options.common, true);
    AdvisorOptions advisor = *wanted;
    advisor.scope = options.common.scope; // parsed when the profile was opened
    const auto result = profile.session->advise(std::move(advisor), Progress(options.common.stop));
    if (!result)
        return failed(result.error(), options.common);
    options.sections.top = options.top.value_or(options.sections.top);
    const auto sections = adviceSections(*profile.session, options.common.scope, options.sections);
    const Trace& trace = profile.session->trace();
    const int status = writeResult(profile, options.common, [&](Output& output) {
        return output.write(options.common.json ? documentText(adviceDocument(trace, **result, sections))
                                                : adviceText(trace, **result, sections, options.top.value_or(kPlaces)));
    });
    return status == kExitOk && isReached(**result, options.failOn) ? kExitThreshold : status;
}

} // namespace

void addAnalyzeVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("analyze", "the advisor: problems, evidence, suggestions, expected gain");
    auto options = std::make_shared<AnalyzeOptions>();
    addInputOptions(*verb, options->common);
    addOutputOption(*verb, options->common, "write there");
    verb->add_option("--rules", options->rulesFile, "JSON with limits and switches of rules, over the built-in ones")
        ->type_name("FILE");
    verb->add_option("--only", options->only, "judge these rules alone")
        ->delimiter(',')
        ->allow_extra_args(false) // the next word may be a path
        ->type_name("ID,...");
    addChoice(*verb, "--fail-on", options->failOn, kSeverities,
              {"SEVERITY", "exit 1 where a finding is at least so severe"});
    verb->add_option("--op_time_threshold", options->sections.operatorMs,
                     "list operators whose longest call takes this")
        ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
        ->type_name("MS");
    addCount(*verb, "--top_k", options->top, "places per problem and rows per section; 0: all");
    addSwitch(*verb, "--fusion_report", options->sections.fusion, "add sequences that could be fused");
    addSwitch(*verb, "--memory_report", options->sections.memory, "add peaks of device memory");
    addSwitch(*verb, "--comm_report", options->sections.communication, "add collectives: moving and waiting");
    verb->callback([options, &run] {
        options->common.stop = run.stop;
        options->common.mayEnd = run.mayEnd;
        run.exitCode = runAnalyze(*options);
    });
}

} // namespace tideline
