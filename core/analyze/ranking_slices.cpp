// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/analyze/device_ops.h"
#include "core/analyze/ranking_parts.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};

struct SliceGroup {
    StringId name;
    std::uint32_t firstRow = 0;
    std::uint32_t longestRow = 0;
    std::uint64_t calls = 0;
    Duration total;
    Duration self;
    Duration min{std::numeric_limits<std::int64_t>::max()};
    Duration max{-1};
};

class SliceRanker {
public:
    SliceRanker(const Trace& trace, const RankingOptions& options, RankingOf of)
        : m_trace(&trace),
          m_options(&options),
          m_of(of),
          m_filter(trace, options.scope),
          m_classifier(trace),
          m_category(trace.slices().category),
          m_taskType(trace.slices().taskType)
    {
    }
    Result<Ranking> run();

private:
    std::vector<const TrackInfo*> tracks();
    bool isApi(const TrackInfo& track) const;
    void addTrack(const TrackInfo& track);
    void addPiece(const TrackInfo& track, std::uint32_t first, std::span<const StringId> names);
    bool holds(const TrackInfo& track, std::uint32_t row, StringId name);
    std::uint32_t groupOf(StringId key, std::uint32_t row);
    StringId typeOf(std::uint32_t row);
    RankingCandidate candidate(const SliceGroup& group, std::uint32_t index) const;
    SliceGroup instance(std::uint32_t row) const;
    RankingRow spelledOut(const SliceGroup& group);
    bool byInstance() const { return m_options->by == RankingBy::Instance; }

    const Trace* m_trace;
    const RankingOptions* m_options;
    RankingOf m_of;
    ScopeFilter m_filter;
    DeviceClassifier m_classifier;
    ColumnReader<StringId> m_category;
    ColumnReader<StringId> m_taskType;
    bool m_fast = false;         ///< every row of the chosen tracks counts
    bool m_byKernelName = false; ///< communication is told by the names of kernels
    std::vector<std::uint32_t> m_groupOfKey;
    std::vector<SliceGroup> m_groups;
    std::vector<RankingCandidate> m_candidates;
    Duration m_selfTotal;
};

bool SliceRanker::isApi(const TrackInfo& track) const
{
    return m_trace->process(track.process).role == ProcessRole::Cann;
}

std::vector<const TrackInfo*> SliceRanker::tracks()
{
    std::vector<const TrackInfo*> chosen;
    const auto choose = [&](auto&& wanted) {
        for (const TrackInfo& track : m_trace->tracks()) {
            if (isCounted(track.kind) && wanted(track))
                chosen.push_back(&track);
        }
    };
    switch (m_of) {
    case RankingOf::Slices: choose([](const TrackInfo&) { return true; }); break;
    case RankingOf::Apis:
        choose([this](const TrackInfo& track) { return isApi(track) && track.slices.size() > 0; });
        if (chosen.empty())
            choose([](const TrackInfo& t) { return t.kind == TrackKind::HostThread && t.slices.size() > 0; });
        break;
    case RankingOf::Communication:
        choose([](const TrackInfo& t) { return t.kind == TrackKind::CommGroup && t.slices.size() > 0; });
        m_byKernelName = chosen.empty();
        if (m_byKernelName)
            choose([this](const TrackInfo& track) { return m_classifier.mayHold(track); });
        break;
    case RankingOf::Kernels: break;
    }
    return chosen;
}

StringId SliceRanker::typeOf(std::uint32_t row)
{
    const StringId type = m_taskType[row];
    return m_trace->text(type).empty() ? m_category[row] : type;
}

bool SliceRanker::holds(const TrackInfo& track, std::uint32_t row, StringId name)
{
    if (m_byKernelName && m_classifier.of(track, m_category[row], m_taskType[row], name) != DeviceWork::Communication)
        return false;
    return m_filter.limitsNothing() || m_filter.holdsSlice(track, row);
}

std::uint32_t SliceRanker::groupOf(StringId key, std::uint32_t row)
{
    std::uint32_t& group = m_groupOfKey[key.row];
    if (group == kNoGroup) {
        group = static_cast<std::uint32_t>(m_groups.size());
        SliceGroup added;
        added.name = key;
        added.firstRow = added.longestRow = row;
        m_groups.push_back(added);
    }
    return group;
}

void addRow(std::uint32_t row, Duration duration, Duration self, SliceGroup& group)
{
    ++group.calls;
    group.total += duration;
    group.self += self;
    group.min = std::min(group.min, duration);
    if (duration > group.max) {
        group.max = duration;
        group.longestRow = row;
    }
}

void SliceRanker::addPiece(const TrackInfo& track, std::uint32_t first, std::span<const StringId> names)
{
    const SliceColumns& slices = m_trace->slices();
    const FramePin<Duration> durations = slices.duration.pin(first >> kFrameShift);
    const FramePin<Duration> selves = slices.self.pin(first >> kFrameShift);
    const std::uint32_t offset = first & kFrameMask;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const std::uint32_t row = first + i;
        if (!m_fast && !holds(track, row, names[i]))
            continue;
        const Duration self = (*selves)[offset + i];
        m_selfTotal += self;
        if (byInstance()) {
            m_candidates.push_back(candidate(instance(row), row));
            continue;
        }
        const StringId key = m_options->by == RankingBy::Type ? typeOf(row) : names[i];
        addRow(row, (*durations)[offset + i], self, m_groups[groupOf(key, row)]);
    }
}

void SliceRanker::addTrack(const TrackInfo& track)
{
    if (m_filter.excludes(track))
        return;
    m_trace->slices().name.forEachSpan(
        track.slices.first, track.slices.last,
        [&](std::uint32_t first, std::span<const StringId> names) { addPiece(track, first, names); });
}

SliceGroup SliceRanker::instance(std::uint32_t row) const
{
    const SliceColumns& slices = m_trace->slices();
    SliceGroup group;
    group.name = slices.name.at(row);
    group.firstRow = row;
    addRow(row, slices.duration.at(row), slices.self.at(row), group);
    return group;
}

RankingCandidate SliceRanker::candidate(const SliceGroup& group, std::uint32_t index) const
{
    const auto given = [index](std::int64_t metric) {
        return RankingCandidate{static_cast<double>(metric), index, true};
    };
    switch (m_options->metric) {
    case RankingMetric::Duration: return given(group.total.ns);
    case RankingMetric::Self: return given(group.self.ns);
    case RankingMetric::Count: return given(static_cast<std::int64_t>(group.calls));
    case RankingMetric::CommunicationDuration:
        if (m_of == RankingOf::Communication)
            return given(group.total.ns);
        break;
    case RankingMetric::Wait:
    case RankingMetric::MemoryBandwidth:
    case RankingMetric::Utilization: break;
    }
    return {0, index, false};
}

RankingRow SliceRanker::spelledOut(const SliceGroup& group)
{
    RankingRow row;
    row.name = m_trace->text(group.name);
    row.type = m_trace->text(typeOf(group.firstRow));
    row.calls = group.calls;
    row.total = group.total;
    row.self = group.self;
    row.min = group.min;
    row.max = group.max;
    if (m_of != RankingOf::Communication)
        row.ratio = shareOf(group.self, m_selfTotal);
    row.longest = SliceId{group.longestRow};
    if (!byInstance())
        return row;
    const TrackInfo& track = m_trace->track(m_trace->trackOf(row.longest));
    row.rank = track.rank;
    row.stream = streamOf(track);
    row.start = m_trace->slices().start.at(group.firstRow);
    const KernelId kernel = m_trace->kernelOf(row.longest);
    if (kernel.valid() && m_trace->kernels().step.at(kernel.row) != kNoInteger)
        row.step = m_trace->kernels().step.at(kernel.row);
    return row;
}

Result<Ranking> SliceRanker::run()
{
    if (m_options->by == RankingBy::NameShape)
        return Error{ErrorCode::NotFound, "slices carry no shapes", "--by name-shape",
                     "Shapes are in the kernel table: use --of kernels where the profile has one"};
    const auto chosen = tracks();
    m_fast = m_filter.limitsNothing() && !m_byKernelName;
    m_groupOfKey.assign(m_trace->strings().size(), kNoGroup);
    for (const TrackInfo* track : chosen)
        addTrack(*track);
    for (std::uint32_t i = 0; i < m_groups.size(); ++i)
        m_candidates.push_back(candidate(m_groups[i], i));
    Ranking ranking;
    ranking.of = m_of;
    ranking.groups = m_candidates.size();
    const auto nameOf = [this](std::uint32_t index) {
        return m_trace->text(byInstance() ? m_trace->slices().name.at(index) : m_groups[index].name);
    };
    const auto indices = ordered(std::move(m_candidates), nameOf, *m_options);
    if (!indices)
        return indices.error();
    for (const std::uint32_t index : *indices)
        ranking.rows.push_back(spelledOut(byInstance() ? instance(index) : m_groups[index]));
    return ranking;
}

} // namespace

Result<Ranking> rankSlices(const Trace& trace, const RankingOptions& options, RankingOf of)
{
    return SliceRanker(trace, options, of).run();
}

} // namespace tideline
