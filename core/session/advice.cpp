// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/advice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tideline {

namespace {

std::string numbers(const std::vector<std::int64_t>& values)
{
    std::string out;
    for (const std::int64_t value : values)
        out += fmt::format("{},", value);
    return out;
}

} // namespace

std::vector<DataIssue> dataIssues(const ImportIssues& issues, const std::vector<FileReport>& files)
{
    std::vector<DataIssue> out;
    for (const ImportIssue& issue : issues.list()) {
        const Severity severity = issueSeverity(issue.kind);
        if (severity == Severity::Note)
            continue;
        out.push_back({severity == Severity::Error ? FindingSeverity::High : FindingSeverity::Low,
                       std::string(issueId(issue.kind)), issue.count, issue.first});
    }
    for (const FileReport& file : files) {
        if (file.status == FileStatus::Partial)
            out.push_back({FindingSeverity::Low, "partial-file", 1, file.path.string()});
    }
    return out;
}

/// `recorded`: how long. A drift in a short recording may be chance, and moves nothing by more than the clocks are known.
std::vector<DataIssue> clockIssues(const std::vector<RankInfo>& ranks, Duration recorded)
{
    constexpr Duration kMostShift{10'000'000}; // time servers keep hosts within a few milliseconds
    constexpr double kMostDriftPpm = 20;
    constexpr double kLeastEffectNs = 20'000;
    DataIssue issue{FindingSeverity::Low, "clock-skew", 0, {}};
    for (const RankInfo& rank : ranks) {
        if (!rank.clock || rank.clock->doubt != ClockDoubt::None)
            continue;
        const RankClock& clock = *rank.clock;
        const Duration apart = std::max(clock.shift, -clock.shift);
        const double drift = std::abs(clock.driftPpm);
        const bool drifts = drift > kMostDriftPpm && drift * 1e-6 * static_cast<double>(recorded.ns) > kLeastEffectNs;
        if (apart <= kMostShift && !drifts)
            continue;
        if (issue.count++ == 0)
            issue.place = rank.path;
    }
    return issue.count > 0 ? std::vector{issue} : std::vector<DataIssue>{};
}

std::string cacheKey(const AdvisorOptions& options)
{
    const Scope& scope = options.scope;
    std::string key = options.limits.fingerprint();
    key += fmt::format("|{}|{}|{}|", numbers(scope.ranks), numbers(scope.steps), numbers(scope.streams));
    if (scope.range)
        key += fmt::format("{}..{}", scope.range->start.ns, scope.range->end.ns);
    for (const auto* const list : {&scope.nameParts, &scope.operators, &scope.categories}) {
        key += fmt::format("|{}", list->size());
        for (const std::string& part : *list)
            key += fmt::format("|{}:{}", part.size(), part);
    }
    key += fmt::format("|{}|{}", options.evidenceLimit, static_cast<const void*>(options.savings));
    for (const std::string& rule : options.only)
        key += fmt::format("|{}:{}", rule.size(), rule);
    return key;
}

} // namespace tideline
