// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/overview.h"

#include <algorithm>
#include <optional>
#include <set>

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

struct Sums {
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
};

void addKernels(const AdvisorContext& context, const RankContext& rank, const StepProfile& step, Sums& sums)
{
    const double peakPerNs = rank.memoryPeak().value_or(0) / 1e9;
    sums.wallLimit += static_cast<double>(step.wall().ns) * peakPerNs;
    KernelReader& kernels = context.kernels();
    for (const DeviceOp& op : step.kernels) {
        const Duration time = op.range.length();
        sums.cube.add(kernels.cubeUse(op), time);
        if (const PipeRatios pipes = kernels.pipes(op); isCubeCore(kernels.core(op)) && pipes.measured())
            sums.mac.add(pipes.of(Pipe::CubeMac), time);
        sums.l2.add(kernels.l2Hit(op), time);
        if (const auto bytes = peakPerNs > 0 ? kernels.trafficBytes(op) : std::nullopt) {
            sums.traffic += *bytes;
            sums.trafficLimit += static_cast<double>(time.ns) * peakPerNs;
        }
    }
}

/// works: the rank has device work in some step, so a step without any has figures of 0.
void addFigures(const StepProfile& step, bool works, Sums& sums)
{
    if (!step.empty() || (works && !step.file && !step.window.empty())) {
        sums.wall.add(step.wall());
        sums.computing.add(step.computingTime());
        sums.communication.add(step.communicationTime());
        sums.overlapped.add(step.overlappedTime());
        sums.free.add(step.freeTime());
        return;
    }
    if (!step.window.empty())
        sums.wall.add(step.wall());
    sums.computing.add(fileFigure(step.file, "computing"));
    sums.communication.add(fileFigure(step.file, "communication"));
    sums.overlapped.add(fileFigure(step.file, "overlapped"));
    sums.free.add(fileFigure(step.file, "free"));
}

void addParts(const RankContext& rank, std::size_t index, Sums& sums)
{
    const StepProfile& step = rank.steps()[index];
    const Duration loader = commonLength(step.idle, rank.host().loader);
    sums.parts.computing += step.computingTime();
    sums.parts.exposedCommunication += step.exposedCommunication();
    sums.parts.loader += loader;
    sums.parts.idle += lengthOf(step.idle) - loader;
    for (const CommOperation& operation : rank.operations(index)) {
        sums.elapsed += operation.elapse;
        sums.waits += operation.wait();
    }
}

void takeHbm(const Sums& sums, AdvisorOverview& out)
{
    if (!(sums.trafficLimit > 0))
        return;
    out.hbmBusyRatio = sums.traffic / sums.trafficLimit;
    if (sums.wallLimit > 0)
        out.hbmWallRatio = sums.traffic / sums.wallLimit;
}

} // namespace

AdvisorOverview overviewOf(const AdvisorContext& context)
{
    AdvisorOverview out;
    Sums sums;
    out.ranks = context.ranks().size();
    std::set<std::int64_t> ids;
    std::size_t unnamed = 0; // of the rank with most steps
    for (const RankContext& rank : context.ranks()) {
        // A range of time without kernels is idle, where the profile shows the device at other times.
        const bool clipped = context.options().scope.range.has_value();
        const bool works = std::any_of(rank.steps().begin(), rank.steps().end(), [clipped](const StepProfile& step) {
            return !step.empty() || (clipped && step.deviceKnown);
        });
        std::size_t unnamedHere = 0;
        for (std::size_t i = 0; i < rank.steps().size(); ++i) {
            const StepProfile& step = rank.steps()[i];
            if (step.id)
                ids.insert(*step.id);
            else
                ++unnamedHere;
            out.operators += step.kernels.size();
            addFigures(step, works, sums);
            addKernels(context, rank, step, sums);
            addParts(rank, i, sums);
        }
        unnamed = std::max(unnamed, unnamedHere);
    }
    out.steps = ids.size() + unnamed;
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
    takeHbm(sums, out);
    if (sums.elapsed.ns > 0)
        sums.parts.waitRatio = static_cast<double>(sums.waits.ns) / static_cast<double>(sums.elapsed.ns);
    out.verdict = out.computing || out.communication ? verdictOf(sums.parts) : Verdict::Unknown;
    return out;
}

} // namespace tideline
