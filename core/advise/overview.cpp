// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/overview.h"

#include <algorithm>
#include <optional>

#include "core/analyze/intervals.h"

namespace tideline {

namespace {

/// A mean weighted by time; none while nothing was added.
struct Weighted {
    double sum = 0;
    double weight = 0;
    void add(std::optional<double> value, Duration time)
    {
        if (!value)
            return;
        sum += *value * static_cast<double>(time.ns);
        weight += static_cast<double>(time.ns);
    }
    std::optional<double> mean() const { return weight > 0 ? std::optional(sum / weight) : std::nullopt; }
};

/// Sums over the steps that have the figure.
struct Mean {
    Duration sum;
    std::int64_t count = 0;
    void add(std::optional<Duration> value)
    {
        if (!value)
            return;
        sum += *value;
        ++count;
    }
    std::optional<Duration> mean() const { return count > 0 ? std::optional(Duration{sum.ns / count}) : std::nullopt; }
};

} // namespace

struct OverviewSums::Sums {
    Mean wall;
    Mean computing;
    Mean communication;
    Mean overlapped;
    Mean free;
    Weighted cube;
    Weighted mac;
    Weighted l2;
    double traffic = 0;
    double trafficLimit = 0; ///< bytes that the memory could move in the time of the kernels with counters
    double wallLimit = 0;    ///< and in the wall time
    WallParts parts;
    Duration waits;
    Duration elapsed;

    void addKernels(const AdvisorContext& context, const RankContext& rank, const StepProfile& step);
    /// works: the rank has device work in some step, so a step without any has figures of 0.
    void addFigures(const StepProfile& step, bool works);
    void addParts(const RankContext& rank, std::size_t index);
    void takeHbm(AdvisorOverview& out) const;
};

void OverviewSums::Sums::addKernels(const AdvisorContext& context, const RankContext& rank, const StepProfile& step)
{
    const double peakPerNs = rank.memoryPeak().value_or(0) / 1e9;
    wallLimit += static_cast<double>(step.wall().ns) * peakPerNs;
    KernelReader& kernels = context.kernels();
    for (const DeviceOp& op : step.kernels) {
        const Duration time = op.range.length();
        cube.add(kernels.cubeUse(op), time);
        if (const PipeRatios pipes = kernels.pipes(op); isCubeCore(kernels.core(op)) && pipes.measured())
            mac.add(pipes.of(Pipe::CubeMac), time);
        l2.add(kernels.l2Hit(op), time);
        if (const auto bytes = peakPerNs > 0 ? kernels.trafficBytes(op) : std::nullopt) {
            traffic += *bytes;
            trafficLimit += static_cast<double>(time.ns) * peakPerNs;
        }
    }
}

void OverviewSums::Sums::addFigures(const StepProfile& step, bool works)
{
    if (!step.empty() || (works && !step.file && !step.window.empty())) {
        wall.add(step.wall());
        computing.add(step.computingTime());
        communication.add(step.communicationTime());
        overlapped.add(step.overlappedTime());
        free.add(step.freeTime());
        return;
    }
    if (!step.window.empty())
        wall.add(step.wall());
    computing.add(fileFigure(step.file, "computing"));
    communication.add(fileFigure(step.file, "communication"));
    overlapped.add(fileFigure(step.file, "overlapped"));
    free.add(fileFigure(step.file, "free"));
}

void OverviewSums::Sums::addParts(const RankContext& rank, std::size_t index)
{
    const StepProfile& step = rank.steps()[index];
    const Duration loader = commonLength(step.idle, rank.host().loader);
    parts.computing += step.computingTime();
    parts.exposedCommunication += step.exposedCommunication();
    parts.loader += loader;
    parts.idle += lengthOf(step.idle) - loader;
    for (const CommOperation& operation : rank.operations(index)) {
        elapsed += operation.elapse;
        waits += operation.wait();
    }
}

void OverviewSums::Sums::takeHbm(AdvisorOverview& out) const
{
    if (!(trafficLimit > 0))
        return;
    out.hbmBusyRatio = traffic / trafficLimit;
    if (wallLimit > 0)
        out.hbmWallRatio = traffic / wallLimit;
}

OverviewSums::OverviewSums(const AdvisorContext& context) : m_context(&context), m_sums(std::make_unique<Sums>())
{
}

OverviewSums::~OverviewSums() = default;

void OverviewSums::add(const RankContext& rank)
{
    // A range of time without kernels is idle, where the profile shows the device at other times.
    const bool clipped = m_context->options().scope.range.has_value();
    const bool works = std::any_of(rank.steps().begin(), rank.steps().end(), [clipped](const StepProfile& step) {
        return !step.empty() || (clipped && step.deviceKnown);
    });
    ++m_overview.ranks;
    std::size_t unnamed = 0;
    for (std::size_t i = 0; i < rank.steps().size(); ++i) {
        const StepProfile& step = rank.steps()[i];
        if (step.id)
            m_steps.insert(*step.id);
        else
            ++unnamed;
        m_overview.operators += step.kernels.size();
        m_sums->addFigures(step, works);
        m_sums->addKernels(*m_context, rank, step);
        m_sums->addParts(rank, i);
    }
    m_unnamedSteps = std::max(m_unnamedSteps, unnamed);
}

AdvisorOverview OverviewSums::finish()
{
    AdvisorOverview out = m_overview;
    Sums& sums = *m_sums;
    out.steps = m_steps.size() + m_unnamedSteps;
    out.wall = sums.wall.mean();
    out.computing = sums.computing.mean();
    out.communication = sums.communication.mean();
    out.overlapped = sums.overlapped.mean();
    out.free = sums.free.mean();
    out.utilizationKernel = sums.cube.mean();
    if (out.utilizationKernel && sums.wall.sum.ns > 0)
        out.utilizationWall = sums.cube.sum / static_cast<double>(sums.wall.sum.ns);
    out.macRatio = sums.mac.mean();
    out.l2HitRatio = sums.l2.mean();
    sums.takeHbm(out);
    if (sums.elapsed.ns > 0)
        sums.parts.waitRatio = static_cast<double>(sums.waits.ns) / static_cast<double>(sums.elapsed.ns);
    out.verdict = out.computing || out.communication ? verdictOf(sums.parts) : Verdict::Unknown;
    return out;
}

} // namespace tideline
