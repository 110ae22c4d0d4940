// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/occupancy.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/analyze/device_ops.h"

namespace tideline {

namespace {

constexpr std::int64_t kWhole = 1'000'000'000;

enum class CoreUse { None, Cube, Vector, MixCube, MixVector };

CoreUse useOf(std::string_view core)
{
    constexpr std::pair<std::string_view, CoreUse> kNames[] = {
        {"AI_CORE", CoreUse::Cube},        {"KERNEL_AICORE", CoreUse::Cube},      {"AI_VECTOR_CORE", CoreUse::Vector},
        {"KERNEL_AIVEC", CoreUse::Vector}, {"MIX_AIC", CoreUse::MixCube},         {"KERNEL_MIX_AIC", CoreUse::MixCube},
        {"MIX_AIV", CoreUse::MixVector},   {"KERNEL_MIX_AIV", CoreUse::MixVector}};
    for (const auto& [name, use] : kNames) {
        if (core == name)
            return use;
    }
    return CoreUse::None;
}

/// Appends steps, joining equal neighbours.
class StepWriter {
public:
    void step(Instant at, std::int64_t billionths)
    {
        if (billionths == m_last)
            return;
        m_last = billionths;
        m_time.push(at);
        m_value.push(static_cast<double>(billionths) / (kWhole / 100));
    }
    StepFunction finish(Instant end) &&
    {
        StepFunction::Source source;
        source.time = std::move(m_time).finish();
        source.value = std::move(m_value).finish();
        source.rows = {0, source.time.size()};
        source.end = end;
        return StepFunction(std::move(source));
    }

private:
    ColumnBuilder<Instant> m_time;
    ColumnBuilder<double> m_value;
    std::int64_t m_last = -1;
};

/// Sorts the loads of one rank's kernels by the cores they use.
class LoadCollector {
public:
    explicit LoadCollector(const DeviceFigures& figures) : m_figures(figures) {}

    /// False where a kernel of AI cores has no blocks.
    bool add(CoreUse use, TimeRange range, std::int64_t blocks, std::int64_t mixBlocks)
    {
        const std::int64_t other = mixBlocks == kNoInteger ? blocks : mixBlocks;
        switch (use) {
        case CoreUse::None: return true;
        case CoreUse::Cube: addCube(range, blocks); break;
        case CoreUse::Vector: addVector(range, blocks); break;
        case CoreUse::MixCube:
            addCube(range, blocks);
            addVector(range, other);
            break;
        case CoreUse::MixVector:
            addVector(range, blocks);
            addCube(range, other);
            break;
        }
        return blocks > 0;
    }

    std::vector<CoreLoad> cube;
    std::vector<CoreLoad> vector;

private:
    static void addTo(std::vector<CoreLoad>& loads, TimeRange range, std::int64_t blocks, std::int64_t cores)
    {
        if (const std::int64_t share = occupancyOf(blocks, cores); share > 0 && !range.empty())
            loads.push_back({range, share});
    }
    void addCube(TimeRange range, std::int64_t blocks) { addTo(cube, range, blocks, m_figures.cubeCores); }
    void addVector(TimeRange range, std::int64_t blocks) { addTo(vector, range, blocks, m_figures.vectorCores); }

    const DeviceFigures& m_figures;
};

} // namespace

std::int64_t occupancyOf(std::int64_t blocks, std::int64_t cores)
{
    if (blocks <= 0 || cores <= 0)
        return 0;
    const std::int64_t waves = blocks / cores + (blocks % cores != 0);
    // Rounded down: kernels that fill the cores together must not sum up to more than all of them.
    return static_cast<std::int64_t>(static_cast<long double>(blocks) / waves / cores * kWhole);
}

OccupancyCurve occupancyCurve(const std::vector<CoreLoad>& loads, TimeRange extent)
{
    OccupancyCurve result;
    result.kernels = loads.size();
    if (loads.empty())
        return result;
    std::vector<std::pair<Instant, std::int64_t>> changes;
    changes.reserve(2 * loads.size());
    for (const CoreLoad& load : loads) {
        changes.emplace_back(load.range.start, load.billionths);
        changes.emplace_back(load.range.end, -load.billionths);
    }
    std::sort(changes.begin(), changes.end());
    StepWriter writer;
    if (extent.start < changes.front().first)
        writer.step(extent.start, 0);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < changes.size();) {
        const Instant at = changes[i].first;
        for (; i < changes.size() && changes[i].first == at; ++i)
            sum += changes[i].second;
        if (sum > kWhole)
            result.clamped += changes[i].first - at; // a positive sum has its end still to come
        writer.step(at, std::min(sum, kWhole));
    }
    result.curve = std::move(writer).finish(std::max(extent.end, changes.back().first));
    return result;
}

Occupancy occupancyOf(const Trace& trace, RankId rank)
{
    Occupancy result;
    result.figures = deviceFiguresOf(trace, rank);
    const RowRange rows = kernelsOf(trace, rank);
    const KernelColumns& kernels = trace.kernels();
    const Duration shift = trace.rank(rank).axisShift;
    ColumnReader start(kernels.start);
    ColumnReader duration(kernels.duration);
    ColumnReader core(kernels.core);
    ColumnReader blocks(kernels.blockDim);
    ColumnReader mixBlocks(kernels.mixBlockDim);
    LoadCollector loads(result.figures);
    StringId lastCore;
    CoreUse use = CoreUse::None;
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
        if (const StringId id = core[row]; id != lastCore) {
            lastCore = id;
            use = useOf(trace.text(id));
        }
        const Instant from = start[row] + shift;
        if (!loads.add(use, {from, from + duration[row]}, blocks[row], mixBlocks[row]))
            ++result.withoutBlocks;
    }
    result.cube = occupancyCurve(loads.cube, trace.axisExtent());
    result.vector = occupancyCurve(loads.vector, trace.axisExtent());
    return result;
}

} // namespace tideline
