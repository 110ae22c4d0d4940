// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/quick_steps.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/decode/sqlite/sqlite_database.h"

namespace tideline {

namespace {

constexpr std::array<const char*, 4> kNames = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};

struct Step {
    std::optional<std::int64_t> id;
    TimeRange range;
    std::array<Duration, kNames.size()> sums{};
};

std::optional<TimeRange> rangeOf(const SqliteRows& rows, int start, int end)
{
    const auto from = rows.integer(start);
    const auto to = rows.integer(end);
    const auto fits = [](std::int64_t ns) { return ns >= -kTimeLimitNs && ns <= kTimeLimitNs; };
    if (!from || !to || !fits(*from) || !fits(*to) || *to < *from)
        return std::nullopt;
    return TimeRange{Instant{*from}, Instant{*to}};
}

std::vector<Step> stepsIn(const SqliteDatabase& database)
{
    constexpr std::array<std::string_view, 3> kColumns = {"id", "startNs", "endNs"};
    std::vector<Step> steps;
    for (SqliteRows rows = database.rows("STEP_TIME", kColumns); rows.next();) {
        const auto range = rangeOf(rows, 1, 2);
        if (range && rows.integer(0))
            steps.push_back({rows.integer(0), *range, {}});
    }
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.range < b.range; });
    if (steps.empty())
        steps.push_back({std::nullopt, {Instant{-kTimeLimitNs}, Instant{kTimeLimitNs}}, {}});
    return steps;
}

/// Adds an interval to the steps that it touches; steps follow one another.
void deal(TimeRange range, std::size_t kind, std::vector<Step>& steps)
{
    auto step = std::upper_bound(steps.begin(), steps.end(), range.start,
                                 [](Instant start, const Step& other) { return start < other.range.start; });
    if (step != steps.begin())
        --step;
    for (; step != steps.end() && step->range.start < range.end; ++step)
        step->sums[kind] += range.clippedTo(step->range).length();
}

FileStepRow rowOf(const Step& step, RankId rank)
{
    FileStepRow row;
    row.rank = rank;
    row.step = step.id;
    for (std::size_t kind = 0; kind < kNames.size(); ++kind)
        row.figures.emplace(kNames[kind], step.sums[kind]);
    row.figures.emplace("Overlapped", step.sums[1] - step.sums[2]);
    return row;
}

} // namespace

std::vector<FileStepRow> quickSteps(const std::filesystem::path& path, RankId rank, const ImportOptions& options,
                                    const Progress& progress)
{
    const auto database = SqliteDatabase::open(path, {options.scratchDir}, progress);
    if (!database || !database->table("OVERLAP_ANALYSIS"))
        return {};
    std::vector<Step> steps = stepsIn(*database);
    constexpr std::array<std::string_view, 3> kColumns = {"startNs", "endNs", "type"};
    bool any = false;
    for (SqliteRows rows = database->rows("OVERLAP_ANALYSIS", kColumns); rows.next();) {
        const auto range = rangeOf(rows, 0, 1);
        const auto kind = rows.integer(2);
        if (!range || !kind || *kind < 0 || *kind >= static_cast<std::int64_t>(kNames.size()))
            continue;
        deal(*range, static_cast<std::size_t>(*kind), steps);
        any = true;
    }
    std::vector<FileStepRow> out;
    for (const Step& step : steps) {
        if (any)
            out.push_back(rowOf(step, rank));
    }
    return out;
}

} // namespace tideline
