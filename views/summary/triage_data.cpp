// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_data.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/session/session.h"

namespace tideline {

namespace {

constexpr double kSlowRankRatio = 0.01; // below this, ranks count as equal
constexpr std::size_t kHeaviest = 5;

bool lists(const std::vector<std::int64_t>& numbers, const std::optional<std::int64_t>& number)
{
    return numbers.empty() || (number && std::find(numbers.begin(), numbers.end(), *number) != numbers.end());
}

bool holds(const Scope& scope, const Trace& trace, const StepRow& row)
{
    const bool known = row.rank.row < trace.ranks().size();
    if (!lists(scope.ranks, known ? trace.rank(row.rank).rank : std::nullopt) || !lists(scope.steps, row.step))
        return false;
    return !scope.range
           || (known && row.range && scope.range->intersects(row.range->shifted(trace.hostAxisShift(row.rank))));
}

std::vector<std::string> rankNamesOf(const Trace& trace)
{
    std::vector<std::string> names;
    for (const RankInfo& rank : trace.ranks())
        names.push_back(rank.rank ? std::to_string(*rank.rank) : std::string());
    return names;
}

std::vector<DifferingFigure> differingOf(const StepRow& row)
{
    struct Compared {
        const char* word;
        const char* letters; ///< of the column in the file
        std::optional<Duration> StepRow::*figure;
    };
    constexpr Compared kCompared[] = {
        {"computing", "computing", &StepRow::computing},
        {"communication", "communication", &StepRow::communication},
        {"overlapped", "overlapped", &StepRow::overlapped},
        {"communication_not_overlapped", "communicationnotoverlapped", &StepRow::notOverlapped},
        {"free", "free", &StepRow::free},
    };
    std::vector<DifferingFigure> figures;
    for (const Compared& compared : kCompared) {
        const auto file = fileFigure(row, compared.letters);
        const bool differs = std::find(row.differs.begin(), row.differs.end(), compared.word) != row.differs.end();
        if (differs && file && row.*compared.figure)
            figures.push_back({compared.word, *(row.*compared.figure), *file});
    }
    return figures;
}

std::optional<TriageBar> barOf(const StepRow& row, const Trace& trace)
{
    if (!row.computing && !row.notOverlapped && !row.free)
        return std::nullopt;
    TriageBar bar;
    bar.rank = row.rank;
    bar.step = row.step;
    if (row.wall.value_or(Duration{}) > Duration{})
        bar.wall = row.wall;
    if (row.range && row.rank.row < trace.ranks().size())
        bar.range = row.range->shifted(trace.hostAxisShift(row.rank));
    const auto part = [](const std::optional<Duration>& value) {
        return std::max(value.value_or(Duration{}), Duration{});
    };
    bar.parts = {part(row.computing), part(row.notOverlapped), part(row.free), part(row.preparing), {}};
    if (bar.deviceTime() == Duration{})
        return std::nullopt;
    if (row.recomputed)
        bar.differs = differingOf(row);
    bar.parts[static_cast<std::size_t>(StepPart::Tail)] = std::max(bar.total() - bar.deviceTime(), Duration{});
    return bar;
}

void findMeans(TriageData& data)
{
    const auto count = static_cast<std::int64_t>(data.bars.size());
    std::array<Duration, kStepParts> sums{};
    Duration all;
    for (const TriageBar& bar : data.bars) {
        for (std::size_t i = 0; i < kStepParts; ++i)
            sums[i] += bar.parts[i];
        all += bar.total();
    }
    const auto top = static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    for (std::size_t i = 0; i < kStepParts; ++i)
        data.mean[i] = Duration{sums[i].ns / count};
    data.meanTotal = Duration{all.ns / count};
    data.dominant = static_cast<StepPart>(top);
    data.dominantShare = static_cast<double>(sums[top].ns) / static_cast<double>(all.ns);
}

std::map<RankId, std::vector<double>> byRank(const std::vector<TriageBar>& bars, bool withWaiting)
{
    std::map<RankId, std::vector<double>> times;
    for (const TriageBar& bar : bars) {
        const Duration waiting = bar.parts[static_cast<std::size_t>(StepPart::Exposed)];
        times[bar.rank].push_back(static_cast<double>((withWaiting ? bar.total() : bar.deviceTime() - waiting).ns));
    }
    return times;
}

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void findSlowest(TriageData& data)
{
    // Ranks that wait for each other last equally long; what differs is the work of their own.
    std::vector<std::pair<double, RankId>> own;
    for (const auto& [rank, times] : byRank(data.bars, false))
        own.emplace_back(meanOf(times), rank);
    if (own.size() < 2)
        return;
    std::sort(own.begin(), own.end());
    const std::size_t half = own.size() / 2;
    const double median = own.size() % 2 ? own[half].first : (own[half - 1].first + own[half].first) / 2;
    const double excess = own.back().first - median;
    if (median <= 0 || excess / median < kSlowRankRatio)
        return;
    data.slowest = SlowRank{own.back().second, Duration{static_cast<std::int64_t>(excess)}, excess / median};
}

void findVariation(TriageData& data)
{
    for (const auto& [rank, times] : byRank(data.bars, true)) {
        if (times.size() < 2)
            continue;
        const double mean = meanOf(times);
        double squares = 0;
        for (const double time : times)
            squares += (time - mean) * (time - mean);
        const double ratio = mean > 0 ? std::sqrt(squares / static_cast<double>(times.size() - 1)) / mean : 0;
        data.variation = std::max(data.variation.value_or(0), ratio);
    }
}

void findBusy(TriageData& data, const Trace& trace, const Scope& scope)
{
    const auto span = static_cast<double>(std::max<std::int64_t>(trace.axisExtent().length().ns, 1));
    std::map<TrackKind, BusyBar> kinds;
    for (const TrackInfo& track : trace.tracks()) {
        if (!isCounted(track.kind) || track.slices.size() == 0 || !lists(scope.ranks, trace.rank(track.rank).rank))
            continue;
        BusyBar& bar = kinds[track.kind];
        bar.kind = track.kind;
        ++bar.tracks;
        bar.busy += track.busy;
        const double share = static_cast<double>(track.busy.ns) / span;
        if (share >= bar.busiestShare) {
            bar.busiestShare = share;
            bar.busiest = track.name;
        }
    }
    for (auto& [kind, bar] : kinds) {
        bar.share = static_cast<double>(bar.busy.ns) / span / static_cast<double>(bar.tracks);
        data.busy.push_back(bar);
    }
}

} // namespace

std::uint64_t rejectedEvents(const ImportIssues& issues)
{
    return issues.countOf(IssueKind::BadTime) + issues.countOf(IssueKind::BadEvent)
           + issues.countOf(IssueKind::JunkElement) + issues.countOf(IssueKind::BadRow);
}

TriageData triageOf(const std::vector<StepRow>& rows, const Trace& trace, const Scope& scope)
{
    TriageData data;
    data.limited = !scope.limitsNothing();
    data.rankNames = rankNamesOf(trace);
    std::set<std::int64_t> steps;
    for (const StepRow& row : rows) {
        const std::optional<TriageBar> bar = barOf(row, trace);
        if (!bar)
            continue;
        data.outside = true;
        if (!holds(scope, trace, row))
            continue;
        data.bars.push_back(*bar);
        data.recomputed = data.recomputed || row.recomputed;
        if (row.step)
            steps.insert(*row.step);
    }
    data.steps = steps.size();
    data.outside = data.outside && data.bars.empty();
    if (data.outside) {
        // Nothing to sum up: the sentence says so.
    } else if (data.bars.empty()) {
        findBusy(data, trace, scope);
    } else {
        findMeans(data);
        findSlowest(data);
        findVariation(data);
    }
    std::set<std::string> formats;
    for (const RankInfo& rank : trace.ranks())
        formats.insert(rank.format);
    data.formats.assign(formats.begin(), formats.end());
    for (const auto& [phase, count] : trace.totals().eventsByPhase)
        data.events += count;
    data.span = trace.axisExtent().length();
    return data;
}

TriageData triageOf(const Session& session, const Scope& scope)
{
    TriageData data = triageOf(session.steps(), session.trace(), scope);
    data.rejected = rejectedEvents(session.issues());
    data.truncated = session.issues().countOf(IssueKind::Truncated) > 0;
    data.issues = session.issues().total();
    return data;
}

Result<TriageData> judgedTriage(const Session& session, const Scope& scope, const Progress& progress)
{
    AdvisorOptions options;
    options.scope = scope;
    const auto advice = session.advise(std::move(options), progress);
    if (!advice)
        return advice.error();
    TriageData data = triageOf(session, scope);
    addAdvice(data, **advice);
    return data;
}

void addAdvice(TriageData& data, const AdvisorResult& result)
{
    if (result.overview.steps > 0)
        data.verdict = result.overview.verdict;
    data.findingCount = result.findings.size();
    data.findings.clear();
    for (std::size_t i = 0; i < std::min(kHeaviest, result.findings.size()); ++i) {
        const Finding& finding = result.findings[i];
        data.findings.push_back({finding.ruleId, finding.title, finding.severity, finding.saving});
    }
}

} // namespace tideline
