// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/scope_filter.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tideline {

namespace {

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

bool lists(const std::vector<std::int64_t>& numbers, std::int64_t number)
{
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

ScopeFilter::ScopeFilter(const Trace& trace, const Scope& scope)
    : m_trace(&trace),
      m_scope(&scope),
      m_names(scope.nameParts.empty() && scope.operators.empty() ? 0 : trace.strings().size(), 0),
      m_categories(scope.categories.empty() ? 0 : trace.strings().size(), 0),
      m_stepRanges(trace.ranks().size()),
      m_kernelStart(trace.kernels().start),
      m_kernelDuration(trace.kernels().duration),
      m_kernelRank(trace.kernels().rank),
      m_kernelStep(trace.kernels().step),
      m_kernelStream(trace.kernels().stream),
      m_kernelName(trace.kernels().name),
      m_sliceStart(trace.slices().start),
      m_sliceDuration(trace.slices().duration),
      m_sliceName(trace.slices().name),
      m_kernelCore(trace.kernels().core),
      m_sliceCategory(trace.slices().category),
      m_sliceTask(trace.slices().taskType)
{
    for (const RankInfo& rank : trace.ranks())
        m_ranks.push_back(scope.ranks.empty() || (rank.rank && lists(scope.ranks, *rank.rank)));
    for (const std::string& part : scope.nameParts)
        m_parts.push_back(lowered(part));
    for (const StepInfo& step : trace.steps()) {
        if (listsStep(step.id))
            m_stepRanges[step.rank.row].push_back(step.range);
    }
}

bool ScopeFilter::excludes(const TrackInfo& track) const
{
    if (excludes(track.rank))
        return true;
    if (m_scope->streams.empty())
        return false;
    const auto stream = streamOf(track);
    return !stream || !lists(m_scope->streams, *stream);
}

bool ScopeFilter::listsStep(std::int64_t step) const
{
    return lists(m_scope->steps, step);
}

bool ScopeFilter::startsInStep(RankId rank, Instant start) const
{
    const auto& ranges = m_stepRanges[rank.row];
    return std::any_of(ranges.begin(), ranges.end(), [start](TimeRange range) { return range.contains(start); });
}

bool ScopeFilter::holdsName(StringId name)
{
    if (m_names.empty())
        return true;
    std::uint8_t& known = m_names[name.row];
    if (known == 0) {
        const std::string_view exact = m_trace->text(name);
        const std::string text = lowered(exact);
        const auto& operators = m_scope->operators;
        const bool listed =
            operators.empty() || std::find(operators.begin(), operators.end(), exact) != operators.end();
        const bool inside = listed && std::all_of(m_parts.begin(), m_parts.end(), [&text](const std::string& part) {
                                return text.find(part) != std::string::npos;
                            });
        known = inside ? 1 : 2;
    }
    return known == 1;
}

bool ScopeFilter::listsCategory(StringId category)
{
    if (!category.valid())
        return false;
    std::uint8_t& known = m_categories[category.row];
    if (known == 0) {
        const std::string text = lowered(m_trace->text(category));
        const auto& wanted = m_scope->categories;
        const bool inside =
            std::any_of(wanted.begin(), wanted.end(), [&text](const std::string& one) { return lowered(one) == text; });
        known = inside ? 1 : 2;
    }
    return known == 1;
}

bool ScopeFilter::holdsCategory(KernelId kernel, SliceId slice)
{
    if (m_categories.empty())
        return true;
    if (kernel.valid() && listsCategory(m_kernelCore[kernel.row]))
        return true;
    return slice.valid() && (listsCategory(m_sliceCategory[slice.row]) || listsCategory(m_sliceTask[slice.row]));
}

bool ScopeFilter::holdsTime(TimeRange onAxis) const
{
    if (!m_scope->range)
        return true;
    return onAxis.empty() ? m_scope->range->contains(onAxis.start) : m_scope->range->intersects(onAxis);
}

bool ScopeFilter::holdsKernel(std::uint32_t row)
{
    const RankId rank = m_kernelRank[row];
    if (excludes(rank))
        return false;
    if (!m_scope->streams.empty() && !lists(m_scope->streams, m_kernelStream[row]))
        return false;
    const Instant start = m_kernelStart[row];
    if (!m_scope->steps.empty()) {
        const std::int64_t step = m_kernelStep[row];
        if (step == kNoInteger ? !startsInStep(rank, start) : !listsStep(step))
            return false;
    }
    const bool wanted = m_categories.empty() || holdsCategory(KernelId{row}, m_trace->kernels().slice.at(row));
    return wanted && holdsName(m_kernelName[row])
           && holdsTime(TimeRange{start, start + m_kernelDuration[row]}.shifted(m_trace->rank(rank).axisShift));
}

bool ScopeFilter::holdsSlice(const TrackInfo& track, std::uint32_t row)
{
    const Instant start = m_sliceStart[row];
    const bool needsKernel = !m_scope->steps.empty() || !m_categories.empty();
    const bool onDevice = needsKernel && track.kind == TrackKind::Stream;
    const KernelId kernel = onDevice ? m_trace->kernelOf(SliceId{row}) : KernelId{};
    if (!m_scope->steps.empty()) {
        // A device slice belongs to the step of its kernel row: it often runs after the host's step.
        const std::int64_t step = kernel.valid() ? m_kernelStep[kernel.row] : kNoInteger;
        if (step == kNoInteger ? !startsInStep(track.rank, start) : !listsStep(step))
            return false;
    }
    return holdsCategory(kernel, SliceId{row}) && holdsName(m_sliceName[row])
           && holdsTime(TimeRange{start, start + m_sliceDuration[row]}.shifted(m_trace->axisShift(track)));
}

bool ScopeFilter::holdsOperation(const DeviceOp& op)
{
    if (op.kernel.valid())
        return holdsKernel(op.kernel.row);
    if (!op.slice.valid())
        return false;
    const TrackInfo& track = m_trace->track(m_trace->trackOf(op.slice));
    return !excludes(track) && holdsSlice(track, op.slice.row);
}

/// The tables of communication name no stream, and their core is that of communication.
bool ScopeFilter::mayHoldCommunication(RankId rank) const
{
    const auto& wanted = m_scope->categories;
    const bool listed = wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [](const std::string& category) {
                            return isCommunicationCore(category);
                        });
    return listed && m_scope->streams.empty() && !excludes(rank);
}

bool ScopeFilter::holdsRecord(const CommRecord& record)
{
    if (!mayHoldCommunication(record.rank) || !holdsName(record.name))
        return false;
    const bool timed = record.start != kNoInstant;
    if (!m_scope->steps.empty()) {
        if (record.step != kNoInteger ? !listsStep(record.step) : timed && !startsInStep(record.rank, record.start))
            return false;
    }
    if (!timed)
        return !m_scope->range;
    const TimeRange range{record.start, record.start + record.elapse};
    return holdsTime(range.shifted(m_trace->rank(record.rank).axisShift));
}

bool ScopeFilter::holdsInstant(RankId rank, Instant time) const
{
    const Instant onAxis = time + m_trace->rank(rank).axisShift;
    return !excludes(rank) && (m_scope->steps.empty() || startsInStep(rank, time)) && holdsTime({onAxis, onAxis});
}

bool ScopeFilter::holdsHostInstant(RankId rank, Instant time) const
{
    const Instant onAxis = time + m_trace->hostAxisShift(rank);
    return !excludes(rank) && (m_scope->steps.empty() || startsInStep(rank, time)) && holdsTime({onAxis, onAxis});
}

bool ScopeFilter::holdsLink(const LinkRecord& link)
{
    const bool inStep = m_scope->steps.empty() || link.step == kNoInteger || listsStep(link.step);
    return inStep && !m_scope->range && mayHoldCommunication(link.rank) && holdsName(link.name);
}

std::optional<std::int64_t> streamOf(const TrackInfo& track)
{
    if (track.kind != TrackKind::Stream)
        return std::nullopt;
    std::string_view name = track.name;
    for (const std::string_view prefix : {"Stream ", "stream "}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            if (const auto stream = number(name.substr(0, name.find(' '))))
                return stream;
        }
    }
    return number(track.tid);
}

} // namespace tideline
