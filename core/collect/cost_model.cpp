// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/cost_model.h"

#include <algorithm>
#include <cmath>

#include "core/collect/cost_constants.h"

namespace tideline::collect {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr double kMostRatio = 0.98;  // no pipe is counted busy in the first and last cycles of a block
constexpr double kBoundRatio = 0.88; // of the pipe that a given least time stands for
constexpr double kWaitRatio = 0.93;  // of the load pipe of a cube kernel that waits for memory

std::int64_t ceilNs(double seconds)
{
    return static_cast<std::int64_t>(std::ceil(seconds * kNsPerSecond));
}

double rounded(double ratio)
{
    return std::round(std::clamp(ratio, 0.0, kMostRatio) * 1000.0) / 1000.0;
}

double memorySeconds(const KernelPlan& kernel, const DeviceSpec& device)
{
    const double usual = usesCube(kernel) ? cost::kCubeHbmEfficiency : cost::kVectorHbmEfficiency;
    const double efficiency = kernel.hbmEfficiency > 0 ? kernel.hbmEfficiency : usual;
    return static_cast<double>(kernel.readBytes + kernel.writeBytes) / (device.hbmBytesPerSecond * efficiency);
}

double vectorPeak(const DeviceSpec& device)
{
    return static_cast<double>(device.vectorCores * cost::kVectorLanes * device.clockMhz) * 1e6;
}

/// Cycles of the busy share of the cores; aicore_time is their mean.
std::int64_t cycles(double activeUs, std::int64_t blocks, std::int64_t cores, std::int64_t mhz)
{
    const std::int64_t rounds = (blocks + cores - 1) / cores;
    return static_cast<std::int64_t>(activeUs * static_cast<double>(mhz * blocks) / static_cast<double>(rounds));
}

/// The share of a cube kernel in which its cores count cycles: what the arithmetic takes of a compute-bound one.
double busyShare(const KernelPlan& kernel, const DeviceSpec& device)
{
    const double arithmetic = kernel.flops / device.peakFlopsHalf() / kernel.utilisation;
    return kernel.utilisation > 0 && arithmetic > memorySeconds(kernel, device) && kernel.leastNs < ceilNs(arithmetic)
               ? kernel.utilisation
               : 1.0;
}

void fillCube(capture::PipeCounters& out, const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs)
{
    const double active = out.cubeTimeUs * 1e-6;
    const double share = static_cast<double>(kernel.writeBytes)
                         / static_cast<double>(std::max<std::int64_t>(kernel.readBytes + kernel.writeBytes, 1));
    const double memory = memorySeconds(kernel, device) / (static_cast<double>(durationNs) * 1e-9) * kWaitRatio;
    out.mac = rounded(kernel.flops / device.peakFlopsHalf() / active);
    out.mte1 = rounded(0.9 * kernel.flops / device.peakFlopsHalf() / active);
    // Loads and stores wait for each other once the memory is saturated, and hardly before.
    const double queue = 0.7 * std::pow(std::min(memory / kWaitRatio, 1.0), 8);
    out.cubeMte2 = rounded(memory * (1.0 - share + queue * share));
    out.fixpipe = rounded(memory * (share + queue * (1.0 - share) * share));
    out.cubeScalar = kernel.bound == BoundPipe::Scalar ? kBoundRatio : cost::kScalarRatio;
    out.cubeCacheMiss = cost::kCacheMissRate;
    const double whole =
        static_cast<double>(device.clockMhz * device.aiCores) * static_cast<double>(durationNs) / 1000.0;
    out.cubeUtilisation = std::round(static_cast<double>(out.cubeCycles) / whole * 100'000.0) / 1000.0;
}

void fillVector(capture::PipeCounters& out, const KernelPlan& kernel, const DeviceSpec& device)
{
    const double active = out.vectorTimeUs * 1e-6;
    const double rate = device.hbmBytesPerSecond * cost::kVectorHbmEfficiency;
    const double read = static_cast<double>(kernel.readBytes) / rate / active;
    const double write = static_cast<double>(kernel.writeBytes) / rate / active;
    out.vec = rounded(kernel.bound == BoundPipe::Vector ? kBoundRatio
                                                        : kernel.vectorOperations / vectorPeak(device) / active);
    // Loads wait for stores once the memory is saturated, and hardly before.
    const double queue = std::pow(std::min(read + write, 1.0), 8);
    out.vectorMte2 = kernel.bound == BoundPipe::Load ? kBoundRatio : rounded(read + 0.7 * write * queue);
    out.vectorMte3 = rounded(0.9 * write);
    out.vectorScalar = kernel.bound == BoundPipe::Scalar ? kBoundRatio : cost::kScalarRatio;
    out.vectorCacheMiss = cost::kCacheMissRate;
}

} // namespace

bool usesCube(const KernelPlan& kernel)
{
    return kernel.info.core == capture::CoreType::AiCore || kernel.info.core == capture::CoreType::MixAic;
}

std::int64_t kernelTimeNs(const KernelPlan& kernel, const DeviceSpec& device)
{
    const double utilisation = kernel.utilisation > 0 ? kernel.utilisation : 1.0;
    const std::int64_t compute = ceilNs(kernel.flops / (device.peakFlopsHalf() * utilisation));
    const std::int64_t vector = ceilNs(kernel.vectorOperations / (vectorPeak(device) * cost::kVectorUtilisation));
    const std::int64_t least = std::max(cost::kLeastKernelNs, kernel.leastNs);
    const std::int64_t own = std::max({least, compute, vector, ceilNs(memorySeconds(kernel, device))});
    return own + static_cast<std::int64_t>(static_cast<double>(own) * kernel.conflict / (1.0 - kernel.conflict));
}

capture::PipeCounters pipeCounters(const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs)
{
    capture::PipeCounters out;
    if (kernel.info.core == capture::CoreType::AiCpu)
        return out;
    const auto blocks = static_cast<std::int64_t>(std::max(1U, kernel.info.blocks));
    const double active = static_cast<double>(std::max<std::int64_t>(durationNs - cost::kCoreStartNs, 1)) / 1000.0;
    if (usesCube(kernel)) {
        out.cubeTimeUs = active * busyShare(kernel, device);
        out.cubeCycles = cycles(out.cubeTimeUs, blocks, device.aiCores, device.clockMhz);
        fillCube(out, kernel, device, durationNs);
    } else {
        out.vectorTimeUs = active;
        out.vectorCycles = cycles(active, blocks, device.vectorCores, device.clockMhz);
        fillVector(out, kernel, device);
    }
    return out;
}

std::int64_t copyTimeNs(std::int64_t bytes, bool pinned, const DeviceSpec& device)
{
    const double rate = pinned ? device.pinnedBytesPerSecond : device.pageableBytesPerSecond;
    return cost::kCopySetupNs + ceilNs(static_cast<double>(bytes) / rate);
}

} // namespace tideline::collect
