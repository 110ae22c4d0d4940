// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoMetadata = TL_TEXT("Advisor", "profiler_metadata.json is missing or names no variables");
constexpr TextKey kNoSettings = TL_TEXT("Advisor", "the settings of the profiler are not known");

struct Check {
    const char* variable;
    bool (*fails)(std::string_view value, double leastCache); ///< "": not set
    FindingSeverity severity;
};

std::optional<double> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return static_cast<double>(value);
}

constexpr bool isSet(std::string_view value, double)
{
    return !value.empty();
}

const std::array<Check, 8> kChecks = {{
    {"ASCEND_GLOBAL_LOG_LEVEL", [](std::string_view v, double) { return !v.empty() && v != "3"; },
     FindingSeverity::Medium},
    {"HCCL_RDMA_TC", &isSet, FindingSeverity::Note},
    {"HCCL_RDMA_SL", &isSet, FindingSeverity::Note},
    {"ACLNN_CACHE_LIMIT", [](std::string_view v, double least) { return number(v).value_or(-1) < least; },
     FindingSeverity::Note},
    {"HOST_CACHE_CAPACITY", [](std::string_view v, double) { return number(v).value_or(v.empty() ? 0 : 1) == 0; },
     FindingSeverity::Note},
    {"PYTORCH_NPU_ALLOC_CONF",
     [](std::string_view v, double) { return v.find("expandable_segments:True") == std::string_view::npos; },
     FindingSeverity::Medium},
    {"ASCEND_LAUNCH_BLOCKING", [](std::string_view v, double) { return v == "1"; }, FindingSeverity::Medium},
    {"HCCL_ALGO", &isSet, FindingSeverity::Note},
}};

Measured environment(const StepContext& context)
{
    const auto& variables = context.trace().rank(context.rank.id()).environment;
    if (variables.empty())
        return kNoMetadata;
    Measurement out = context.measurement();
    std::string failed;
    double count = 0;
    for (const Check& check : kChecks) {
        const auto found = variables.find(check.variable);
        const std::string value = found == variables.end() ? std::string() : found->second;
        if (!check.fails(value, context.limit("min_cache_count")))
            continue;
        ++count;
        out.atLeast = std::min(out.atLeast, check.severity);
        failed += (failed.empty() ? "" : ", ") + std::string(check.variable);
        out.evidence.add({}, [&] {
            Evidence evidence;
            evidence.rank = context.rank.id();
            evidence.name = std::string(check.variable) + "=" + value;
            evidence.range = {context.step().window.start, context.step().window.start};
            return evidence;
        });
    }
    out.figures = {count};
    out.facts = {MessageArg::name(failed)};
    out.savingNote = TL_TEXT("Advisor", "a setting: what it costs depends on the job");
    return out;
}

Measured captureSwitches(const StepContext& context)
{
    const RankInfo& rank = context.trace().rank(context.rank.id());
    if (rank.switches.empty())
        return kNoSettings;
    Measurement out = context.measurement();
    const auto isOn = [&rank](const char* name) {
        const auto found = rank.switches.find(name);
        return found != rank.switches.end()
               && (found->second == "true" || found->second == "True" || found->second == "1");
    };
    std::string on;
    double count = 0;
    for (const char* name : {"with_stack", "profile_memory", "_l2_cache"}) {
        if (!isOn(name))
            continue;
        ++count;
        on += (on.empty() ? "" : ", ") + std::string(name);
    }
    if (rank.profilerLevel == "Level2") {
        ++count;
        on += (on.empty() ? "" : ", ") + std::string("Level2");
    }
    out.figures = {count};
    out.facts = {MessageArg::name(on)};
    out.savingNote = TL_TEXT("Advisor", "the cost of recording is not in the profile");
    return out;
}

/// Ranks of a group of which some are loaded and some are not; alone, one rank is a choice.
std::optional<DataIssue> absentRanks(const Trace& trace)
{
    std::set<std::int64_t> loaded;
    std::set<std::int64_t> expected;
    for (const RankInfo& rank : trace.ranks()) {
        if (rank.rank)
            loaded.insert(*rank.rank);
        for (const ParallelGroup& group : rank.groups)
            expected.insert(group.ranks.begin(), group.ranks.end());
    }
    std::string names;
    std::uint64_t count = 0;
    for (const std::int64_t rank : expected) {
        if (loaded.contains(rank))
            continue;
        ++count;
        if (count <= 8)
            names += (names.empty() ? "" : ", ") + std::to_string(rank);
    }
    if (count == 0 || loaded.size() < 2)
        return std::nullopt;
    return DataIssue{FindingSeverity::Low, "absent-ranks", count, names + (count > 8 ? ", ..." : "")};
}

/// Problems that import counted, and what the trace itself shows.
Measured dataIntegrity(const AdvisorContext& context, std::string_view)
{
    Measurement out(context.options().evidenceLimit);
    double count = 0;
    std::string first;
    std::vector<DataIssue> issues = context.options().dataIssues;
    if (auto absent = absentRanks(context.trace()))
        issues.push_back(std::move(*absent));
    for (const DataIssue& issue : issues) {
        if (issue.severity != FindingSeverity::High && issue.severity != FindingSeverity::Low)
            continue;
        ++count;
        out.atLeast = std::min(out.atLeast, issue.severity);
        first = first.empty() ? issue.kind : first;
        out.evidence.add({}, [&] {
            Evidence evidence;
            evidence.name = issue.kind + (issue.place.empty() ? "" : ": " + issue.place);
            evidence.values = {{"count", static_cast<double>(issue.count)}};
            return evidence;
        });
    }
    out.figures = {count};
    out.facts = {MessageArg::name(first)};
    out.savingNote = TL_TEXT("Advisor", "about the recording, not about the job");
    return out;
}

} // namespace

const Rule kEnvironmentRule{
    .id = "E01",
    .title = TL_TEXT("Advisor", "Environment variables"),
    .category = FindingCategory::Environment,
    .clauses = {{.limit = "failed_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor", "Settings that are not as recommended (%1): %3.")}},
    .suggestion = TL_TEXT("Advisor", "Recommended: PYTORCH_NPU_ALLOC_CONF=expandable_segments:True, "
                                     "ACLNN_CACHE_LIMIT of 10000 or more, HOST_CACHE_CAPACITY above 0, "
                                     "ASCEND_GLOBAL_LOG_LEVEL=3; the others unset."),
    .severity = {.bySaving = false},
    .measure = &environment,
    .oncePerRank = true,
};

const Rule kCaptureSwitchesRule{
    .id = "E02",
    .title = TL_TEXT("Advisor", "Recording slows the job down"),
    .category = FindingCategory::Quality,
    .clauses = {{.limit = "switches_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor", "The profile was taken with costly switches (%1): %3.")}},
    .suggestion = TL_TEXT("Advisor", "Take a second profile without them before you trust absolute times."),
    .severity = {.bySaving = false},
    .measure = &captureSwitches,
    .oncePerRank = true,
};

const Rule kDataIntegrityRule{
    .id = "E03",
    .title = TL_TEXT("Advisor", "The data is incomplete"),
    .category = FindingCategory::Quality,
    .clauses = {{.limit = "issues_count",
                 .unit = FindingUnit::Count,
                 .text = TL_TEXT("Advisor", "Reading the profile brought up problems (kinds: %1), first: %3.")}},
    .suggestion = TL_TEXT("Advisor", "See the import report; record again if the missing part matters."),
    .severity = {.bySaving = false},
    .measureJob = &dataIntegrity,
};

} // namespace tideline
