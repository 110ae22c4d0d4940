// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

bool lists(const std::vector<std::int64_t>& wanted, const std::optional<std::int64_t>& value)
{
    return wanted.empty() || (value && std::find(wanted.begin(), wanted.end(), *value) != wanted.end());
}

/// The rank whose steps take longest on average.
RankId slowestRank(const std::vector<StepRow>& steps)
{
    std::map<RankId, std::pair<double, double>> sums;
    for (const StepRow& row : steps) {
        auto& [sum, count] = sums[row.rank];
        sum += row.wall ? static_cast<double>(row.wall->ns) : 0;
        count += 1;
    }
    RankId worst;
    double longest = -1;
    for (const auto& [rank, sum] : sums) {
        if (rank.valid() && sum.first / sum.second > longest) {
            worst = rank;
            longest = sum.first / sum.second;
        }
    }
    return worst;
}

TimeRange scopeRange(const ReportContext& context)
{
    if (context.options.scope.range)
        return *context.options.scope.range;
    std::optional<TimeRange> range;
    for (const StepRow& row : context.steps) {
        if (context.options.scope.steps.empty() || !row.range || !row.rank.valid())
            continue;
        const TimeRange one = context.onAxis(row);
        range = range ? TimeRange{std::min(range->start, one.start), std::max(range->end, one.end)} : one;
    }
    const bool nothing = !context.options.scope.steps.empty() && context.steps.empty();
    const TimeRange all = context.trace().axisExtent();
    return range.value_or(nothing ? TimeRange{all.start, all.start} : all);
}

} // namespace

std::optional<std::int64_t> ReportContext::numberOf(RankId rank) const
{
    return rank.valid() && rank.row < trace().ranks().size() ? trace().rank(rank).rank : std::nullopt;
}

TimeRange ReportContext::onAxis(const StepRow& step) const
{
    return step.range->shifted(trace().hostAxisShift(step.rank));
}

TimeRange ReportContext::onAxis(const Evidence& place) const
{
    return place.rank.valid() ? place.range.shifted(axisShift(trace(), place)) : place.range;
}

std::size_t ReportContext::limit(std::size_t rows) const
{
    return options.topN == 0 ? rows : std::min(rows, options.topN);
}

bool ReportContext::inScope(RankId rank) const
{
    return lists(options.scope.ranks, numberOf(rank));
}

ReportContext reportContext(const ReportInputs& inputs, const ReportOptions& options)
{
    ReportContext context{
        inputs, options, options.scope.range ? stepRows(inputs.trace, options.scope) : inputs.steps, {}, {}};
    std::erase_if(context.steps, [&](const StepRow& row) {
        return !context.inScope(row.rank) || !lists(options.scope.steps, row.step);
    });
    context.worstRank = slowestRank(context.steps);
    for (std::uint32_t rank = 0; rank < inputs.trace.ranks().size() && !context.worstRank.valid(); ++rank) {
        if (context.inScope(RankId{rank}))
            context.worstRank = RankId{rank};
    }
    context.range = scopeRange(context);
    return context;
}

ReportCell numberCell(const std::optional<std::int64_t>& number)
{
    return number ? countCell(static_cast<double>(*number)) : std::nullopt;
}

ReportCell timeCell(const std::optional<Duration>& time)
{
    return time ? ReportCell(MessageArg::time(*time)) : std::nullopt;
}

ReportCell ratioCell(const std::optional<double>& ratio)
{
    return ratio ? ReportCell(MessageArg::ratio(*ratio)) : std::nullopt;
}

ReportCell rateCell(const std::optional<double>& rate)
{
    return rate ? ReportCell(MessageArg::rate(*rate)) : std::nullopt;
}

void dropEmptyColumns(ReportTable& table)
{
    for (std::size_t column = table.columns.size(); column-- > 0;) {
        const bool used = std::any_of(table.rows.begin(), table.rows.end(), [column](const auto& row) {
            return row[column] && !(row[column]->kind == MessageArg::Kind::Text && row[column]->text.empty());
        });
        if (used || table.columns[column].key == "name")
            continue;
        table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(column));
        for (auto& row : table.rows)
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    }
}

ReportText missing(TextKey text)
{
    return {{text, {}}, ReportText::Tone::Missing};
}

} // namespace tideline
