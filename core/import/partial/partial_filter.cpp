// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/partial/partial_filter.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/import/marked_steps.h"

namespace tideline {

namespace {

constexpr std::string_view kPython = "python";

/// "Python" of the Ascend profilers, "python", "python3" of others; not their garbage collector's lanes.
bool isPythonName(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.starts_with(kPython) && name.find_first_not_of("0123456789.", kPython.size()) == std::string::npos;
}

TimeRange hull(TimeRange a, TimeRange b)
{
    return {std::min(a.start, b.start), std::max(a.end, b.end)};
}

/// A range without length counts as a point.
bool overlaps(TimeRange range, TimeRange with)
{
    return range.start < with.end && (with.start < range.end || with.start <= range.start);
}

} // namespace

void PartialFilter::note(const Discovery& found)
{
    m_leftOut.parts += found.leftOut;
    m_seenRanks.insert(found.leftOutRanks.begin(), found.leftOutRanks.end());
}

void PartialFilter::begin(const ImportContext& context)
{
    m_first = RankId{static_cast<std::uint32_t>(context.builder.rankCount())};
    m_firstFile = context.files.size();
    m_before = context.builder.totals();
}

void PartialFilter::end(ImportContext& context)
{
    TraceBuilder& builder = context.builder;
    for (std::size_t i = m_first.row; i < builder.rankCount(); ++i) {
        if (const auto& number = builder.ranks()[i].rank)
            m_seenRanks.insert(*number);
    }
    if (m_wanted.ranks.empty() && m_wanted.steps.empty() && m_wanted.python)
        return;
    findSteps(builder);
    const std::uint64_t python = m_leftOut.python;
    const RowCounts gone = builder.keepOnly(filterOf(builder));
    m_leftOut.slices += gone.slices - (m_leftOut.python - python);
    m_leftOut.points += gone.points;
    m_leftOut.samples += gone.samples;
    m_leftOut.kernels += gone.kernels;
    m_leftOut.records += gone.records;
    if (!m_wanted.steps.empty())
        setExtent(builder);
    if (m_first.row < builder.rankCount())
        context.issues.add(IssueKind::LeftOut, builder.ranks()[m_first.row].path, gone.sum(), m_wanted.text());
    dropRanks(context);
}

bool PartialFilter::wantsRank(const TraceBuilder& builder, RankId rank) const
{
    const auto& number = builder.ranks()[rank.row].rank;
    return m_wanted.ranks.empty() || (number && m_wanted.ranks.contains(*number));
}

bool PartialFilter::wants(RankId rank, TimeRange range) const
{
    if (m_wanted.steps.empty())
        return true;
    const auto found = m_ranges.find(rank.row);
    return found != m_ranges.end() && std::any_of(found->second.begin(), found->second.end(), [range](TimeRange step) {
               return overlaps(range, step);
           });
}

bool PartialFilter::wantsSlice(const TraceBuilder& builder, TrackId track, StringId name, TimeRange range)
{
    const RankId rank = builder.tracks()[track.row].rank;
    if (!wantsRank(builder, rank))
        return false;
    // Marks stay without Python as well: they are what steps are known by.
    const auto mark = m_stepOfName.find(name.row);
    const bool isMark = mark != m_stepOfName.end();
    const bool stepWanted = !isMark || m_wanted.steps.empty() || m_wanted.steps.contains(mark->second);
    if (!stepWanted || !wants(rank, range))
        return false;
    if (!isMark && !m_wanted.python && m_isPython[track.row]) {
        ++m_leftOut.python;
        return false;
    }
    m_extent = m_extent ? hull(*m_extent, range) : range;
    return true;
}

/// A step reaches from the mark of the host over all kernels that the table ascribes to it: the device lags behind.
void PartialFilter::findSteps(TraceBuilder& builder)
{
    m_ranges.clear();
    m_stepOfName.clear();
    m_extent.reset();
    m_isPython.assign(builder.trackCount(), false);
    for (std::size_t i = 0; i < builder.trackCount(); ++i)
        m_isPython[i] = isPythonName(builder.processes()[builder.tracks()[i].process.row].name);
    for (std::uint32_t i = 0; i < builder.strings().size(); ++i) {
        if (const auto number = stepNumber(builder.strings().text(StringId{i})))
            m_stepOfName.emplace(i, *number);
    }
    StepRanges steps = stepMarks(builder);
    for (const StepInfo& step : builder.steps())
        steps.insert_or_assign({step.rank.row, step.id}, step.range);
    for (const auto& [key, range] : kernelSpans(builder)) {
        const auto [at, fresh] = steps.try_emplace(key, range);
        if (!fresh)
            at->second = hull(at->second, range);
    }
    for (const auto& [key, range] : steps) {
        if (key.first < m_first.row || !wantsRank(builder, RankId{key.first}))
            continue;
        m_seenSteps.insert(key.second);
        if (m_wanted.steps.contains(key.second))
            m_ranges[key.first].push_back(range);
    }
}

RowFilter PartialFilter::filterOf(const TraceBuilder& builder)
{
    RowFilter filter;
    filter.firstRank = m_first;
    filter.slice = [this, &builder](TrackId track, StringId name, TimeRange range) {
        return wantsSlice(builder, track, name, range);
    };
    filter.point = [this, &builder](TrackId track, Instant time) {
        const RankId rank = builder.tracks()[track.row].rank;
        return wantsRank(builder, rank) && wants(rank, {time, time}) && (m_wanted.python || !m_isPython[track.row]);
    };
    filter.sample = [this, &builder](RankId rank, Instant time) {
        return wantsRank(builder, rank) && wants(rank, {time, time});
    };
    filter.row = [this, &builder](RankId rank, std::optional<std::int64_t> step, std::optional<TimeRange> span) {
        if (!wantsRank(builder, rank))
            return false;
        if (step)
            m_seenSteps.insert(*step);
        if (step && !m_wanted.steps.empty())
            return m_wanted.steps.contains(*step);
        return !span || wants(rank, *span);
    };
    return filter;
}

/// First and last are those of the events that stayed; the counts by phase are of the events read.
void PartialFilter::setExtent(TraceBuilder& builder) const
{
    TraceTotals totals = builder.totals();
    totals.first = m_before.first;
    totals.last = m_before.last;
    if (m_extent) {
        totals.first = totals.first ? std::min(*totals.first, m_extent->start) : m_extent->start;
        totals.last = totals.last ? std::max(*totals.last, m_extent->end) : m_extent->end;
    }
    builder.setTotals(std::move(totals));
}

void PartialFilter::dropRanks(ImportContext& context)
{
    TraceBuilder& builder = context.builder;
    if (builder.rankCount() == m_first.row)
        return;
    while (builder.rankCount() > m_first.row) {
        const RankId last{static_cast<std::uint32_t>(builder.rankCount() - 1)};
        if (wantsRank(builder, last) || !builder.removeLastRank())
            return;
        ++m_leftOut.ranks;
    }
    builder.setTotals(m_before);
    for (std::size_t i = m_firstFile; i < context.files.size(); ++i) {
        context.files[i].status = FileStatus::Skipped;
        context.files[i].reason = "left out: not of a rank that was asked for";
    }
}

void PartialFilter::merge(const PartialFilter& other)
{
    m_seenRanks.insert(other.m_seenRanks.begin(), other.m_seenRanks.end());
    m_seenSteps.insert(other.m_seenSteps.begin(), other.m_seenSteps.end());
    for (const auto count : {&LeftOut::parts, &LeftOut::ranks, &LeftOut::slices, &LeftOut::python, &LeftOut::points,
                             &LeftOut::samples, &LeftOut::kernels, &LeftOut::records})
        m_leftOut.*count += other.m_leftOut.*count;
}

Status PartialFilter::finish() const
{
    if (m_quick)
        return Done{};
    if (const auto span = unmatchedSpan(m_wanted.ranks, m_seenRanks))
        return notThere("rank", *span, m_seenRanks);
    if (const auto span = unmatchedSpan(m_wanted.steps, m_seenSteps))
        return notThere("step", *span, m_seenSteps);
    return Done{};
}

std::string spansOf(const std::set<std::int64_t>& numbers)
{
    std::string out;
    for (auto first = numbers.begin(); first != numbers.end();) {
        auto last = first;
        auto next = std::next(first);
        while (next != numbers.end() && *next == *last + 1)
            last = next++;
        out += (out.empty() ? "" : ", ") + std::to_string(*first);
        if (last != first)
            out += "-" + std::to_string(*last);
        first = next;
    }
    return out;
}

std::optional<NumberSet::Span> unmatchedSpan(const NumberSet& wanted, const std::set<std::int64_t>& numbers)
{
    for (const NumberSet::Span& span : wanted.spans()) {
        const auto found = numbers.lower_bound(span.first);
        if (found == numbers.end() || !span.contains(*found))
            return span;
    }
    return {};
}

Error notThere(const char* what, NumberSet::Span span, const std::set<std::int64_t>& numbers)
{
    std::string text = "no " + std::string(what) + " " + std::to_string(span.first);
    if (span.last != span.first)
        text += " to " + std::to_string(span.last);
    text += " in the profile";
    const std::string advice = numbers.empty() ? "It names no " + std::string(what) + "s"
                                               : "It has the " + std::string(what) + "s " + spansOf(numbers);
    return {ErrorCode::NotFound, std::move(text), {}, advice};
}

} // namespace tideline
