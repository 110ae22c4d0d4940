// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/analyze/device_ops.h"
#include "core/analyze/kernel_figures.h"
#include "core/analyze/ranking_parts.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

/// A mean over the calls that give a figure.
struct Weighted {
    double sum = 0;
    double weight = 0;
    void add(double value, double w)
    {
        if (std::isnan(value))
            return;
        sum += value;
        weight += w;
    }
    std::optional<double> mean() const { return weight > 0 ? std::optional(sum / weight) : std::nullopt; }
};

struct KernelGroup {
    std::uint32_t firstRow = 0;
    std::uint32_t longestRow = 0;
    std::uint64_t calls = 0;
    Duration total;
    Duration min;
    Duration max;
    Duration wait;
    bool waitGiven = false;
    bool communication = false;
    bool oneType = true;
    bool oneCore = true;
    bool oneShape = true;
    Weighted utilization;
    Weighted readRate; ///< bytes per ns
    Weighted writeRate;
    Weighted l2Hit;
};

class KernelRanker {
public:
    KernelRanker(const Trace& trace, const RankingOptions& options)
        : m_trace(&trace),
          m_options(&options),
          m_figures(trace),
          m_filter(trace, options.scope),
          m_duration(trace.kernels().duration),
          m_wait(trace.kernels().wait),
          m_name(trace.kernels().name),
          m_type(trace.kernels().type),
          m_core(trace.kernels().core),
          m_shape(trace.kernels().inputShapes)
    {
    }
    Result<Ranking> run(RankingOf of);

private:
    std::uint64_t keyOf(std::uint32_t row);
    KernelGroup groupOf(std::uint32_t row);
    void add(std::uint32_t row, KernelGroup& group);
    void addToGroup(std::uint32_t row);
    RankingCandidate candidate(const KernelGroup& group, std::uint32_t index) const;
    std::optional<double> metricOf(const KernelGroup& group) const;
    std::string_view nameOf(std::uint32_t firstRow);
    RankingRow spelledOut(const KernelGroup& group);
    void addInstance(std::uint32_t row, RankingRow& out) const;

    const Trace* m_trace;
    const RankingOptions* m_options;
    KernelFigures m_figures;
    ScopeFilter m_filter;
    ColumnReader<Duration> m_duration;
    ColumnReader<Duration> m_wait;
    ColumnReader<StringId> m_name;
    ColumnReader<StringId> m_type;
    ColumnReader<StringId> m_core;
    ColumnReader<StringId> m_shape;
    std::unordered_map<std::uint64_t, std::uint32_t> m_groupOfKey;
    std::vector<KernelGroup> m_groups;
    Duration m_computeTotal;
};

std::uint64_t KernelRanker::keyOf(std::uint32_t row)
{
    const auto pair = [](StringId a, StringId b) { return std::uint64_t{a.row} << 32 | b.row; };
    switch (m_options->by) {
    case RankingBy::Name: return pair(m_name[row], kEmptyString);
    case RankingBy::Type: return pair(m_type[row], m_core[row]);
    case RankingBy::NameShape: return pair(m_name[row], m_shape[row]);
    case RankingBy::Instance: break;
    }
    return row;
}

void KernelRanker::add(std::uint32_t row, KernelGroup& group)
{
    const Duration duration = m_duration[row];
    const Duration wait = m_wait[row];
    const auto weight = static_cast<double>(duration.ns);
    if (group.calls == 0) {
        group.firstRow = group.longestRow = row;
        group.min = group.max = duration;
        group.communication = isCommunicationCore(m_trace->text(m_core[row]));
    }
    group.oneType = group.oneType && m_type[row] == m_type[group.firstRow];
    group.oneCore = group.oneCore && m_core[row] == m_core[group.firstRow];
    group.oneShape = group.oneShape && m_shape[row] == m_shape[group.firstRow];
    if (duration > group.max)
        group.longestRow = row;
    group.min = std::min(group.min, duration);
    group.max = std::max(group.max, duration);
    group.total += duration;
    ++group.calls;
    if (wait.ns >= 0) {
        group.wait += wait;
        group.waitGiven = true;
    }
    group.utilization.add(m_figures.utilization(row) * weight, weight);
    group.readRate.add(m_figures.readBytes(row), weight);
    group.writeRate.add(m_figures.writeBytes(row), weight);
    group.l2Hit.add(m_figures.l2Hit(row) * weight, weight);
}

KernelGroup KernelRanker::groupOf(std::uint32_t row)
{
    KernelGroup group;
    add(row, group);
    return group;
}

void KernelRanker::addToGroup(std::uint32_t row)
{
    const auto [found, isNew] = m_groupOfKey.try_emplace(keyOf(row), static_cast<std::uint32_t>(m_groups.size()));
    if (isNew)
        m_groups.emplace_back();
    add(row, m_groups[found->second]);
}

std::optional<double> KernelRanker::metricOf(const KernelGroup& group) const
{
    switch (m_options->metric) {
    case RankingMetric::Duration: return static_cast<double>(group.total.ns);
    case RankingMetric::Count: return static_cast<double>(group.calls);
    case RankingMetric::Self: return std::nullopt;
    case RankingMetric::Wait: return group.waitGiven ? std::optional(static_cast<double>(group.wait.ns)) : std::nullopt;
    case RankingMetric::CommunicationDuration:
        return group.communication ? std::optional(static_cast<double>(group.total.ns)) : std::nullopt;
    case RankingMetric::Utilization: return group.utilization.mean();
    case RankingMetric::MemoryBandwidth: break;
    }
    const auto read = group.readRate.mean();
    const auto write = group.writeRate.mean();
    if (!read && !write)
        return std::nullopt;
    return read.value_or(0) + write.value_or(0);
}

RankingCandidate KernelRanker::candidate(const KernelGroup& group, std::uint32_t index) const
{
    const auto metric = metricOf(group);
    return {metric.value_or(0), index, metric.has_value()};
}

std::string_view KernelRanker::nameOf(std::uint32_t firstRow)
{
    return m_trace->text(m_options->by == RankingBy::Type ? m_type[firstRow] : m_name[firstRow]);
}

void KernelRanker::addInstance(std::uint32_t row, RankingRow& out) const
{
    const KernelColumns& kernels = m_trace->kernels();
    const auto given = [](std::int64_t value) { return value == kNoInteger ? std::nullopt : std::optional(value); };
    out.rank = kernels.rank.at(row);
    out.step = given(kernels.step.at(row));
    out.stream = given(kernels.stream.at(row));
    out.start = kernels.start.at(row);
}

RankingRow KernelRanker::spelledOut(const KernelGroup& group)
{
    constexpr double kPerSecond = 1e9;
    const auto perSecond = [](std::optional<double> rate) {
        return rate ? std::optional(*rate * kPerSecond) : std::nullopt;
    };
    RankingRow row;
    row.name = nameOf(group.firstRow);
    if (group.oneType)
        row.type = m_trace->text(m_type[group.firstRow]);
    if (group.oneCore)
        row.core = m_trace->text(m_core[group.firstRow]);
    if (group.oneShape)
        row.shape = m_trace->text(m_shape[group.firstRow]);
    row.calls = group.calls;
    row.total = group.total;
    row.min = group.min;
    row.max = group.max;
    if (!group.communication)
        row.ratio = shareOf(group.total, m_computeTotal);
    if (group.waitGiven)
        row.wait = group.wait;
    row.utilization = group.utilization.mean();
    row.readBytesPerSecond = perSecond(group.readRate.mean());
    row.writeBytesPerSecond = perSecond(group.writeRate.mean());
    row.l2HitRatio = group.l2Hit.mean();
    row.longest = m_trace->kernels().slice.at(group.longestRow);
    if (m_options->by == RankingBy::Instance)
        addInstance(group.firstRow, row);
    return row;
}

Result<Ranking> KernelRanker::run(RankingOf of)
{
    const bool instances = m_options->by == RankingBy::Instance;
    const bool unlimited = m_filter.limitsNothing();
    std::vector<RankingCandidate> candidates;
    for (std::uint32_t row = 0; row < m_trace->kernels().size(); ++row) {
        if (!unlimited && !m_filter.holdsKernel(row))
            continue;
        const bool communication = isCommunicationCore(m_trace->text(m_core[row]));
        if (!communication)
            m_computeTotal += m_duration[row];
        if (of == RankingOf::Communication && !communication)
            continue;
        if (instances)
            candidates.push_back(candidate(groupOf(row), row));
        else
            addToGroup(row);
    }
    for (std::uint32_t i = 0; i < m_groups.size(); ++i)
        candidates.push_back(candidate(m_groups[i], i));
    Ranking ranking;
    ranking.of = of;
    ranking.groups = candidates.size();
    const auto indices = ordered(
        std::move(candidates),
        [this, instances](std::uint32_t index) { return nameOf(instances ? index : m_groups[index].firstRow); },
        *m_options);
    if (!indices)
        return indices.error();
    for (const std::uint32_t index : *indices)
        ranking.rows.push_back(spelledOut(instances ? groupOf(index) : m_groups[index]));
    return ranking;
}

} // namespace

Result<Ranking> rankKernels(const Trace& trace, const RankingOptions& options, RankingOf of)
{
    return KernelRanker(trace, options).run(of);
}

} // namespace tideline
