// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/cost_model.h"

#include <algorithm>
#include <cmath>

#include "core/collect/cost_constants.h"

namespace tideline::collect {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr double kMostRatio = 0.98; // no pipe is counted busy in the first and last cycles of a block

std::int64_t ceilNs(double seconds)
{
    return static_cast<std::int64_t>(std::ceil(seconds * kNsPerSecond));
}

double rounded(double ratio)
{
    return std::round(std::clamp(ratio, 0.0, kMostRatio) * 1000.0) / 1000.0;
}

std::int64_t cycles(double activeUs, std::int64_t blocks, std::int64_t cores, std::int64_t mhz)
{
    const std::int64_t rounds = (blocks + cores - 1) / cores;
    return static_cast<std::int64_t>(activeUs * static_cast<double>(mhz * blocks) / static_cast<double>(rounds));
}

void fillCube(capture::PipeCounters& out, const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs)
{
    const double active = out.cubeTimeUs * 1e-6;
    const double rate = device.hbmBytesPerSecond * cost::kCubeHbmEfficiency;
    const double read = static_cast<double>(kernel.readBytes) / rate / active;
    const double write = static_cast<double>(kernel.writeBytes) / rate / active;
    out.mac = rounded(kernel.flops / device.peakFlopsHalf() / active);
    out.mte1 = rounded(0.9 * kernel.flops / device.peakFlopsHalf() / active);
    out.cubeMte2 = rounded(read + 0.5 * write);
    out.fixpipe = rounded(write);
    out.cubeScalar = cost::kScalarRatio;
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
    const double lanes = static_cast<double>(device.vectorCores * cost::kVectorLanes * device.clockMhz) * 1e6;
    out.vec = rounded(kernel.vectorOperations / lanes / active);
    out.vectorMte2 = rounded(read + 0.5 * write);
    out.vectorMte3 = rounded(write + 0.25 * read * (kernel.writeBytes > 0 ? 1.0 : 0.0));
    out.vectorScalar = cost::kScalarRatio;
    out.vectorCacheMiss = cost::kCacheMissRate;
}

} // namespace

bool usesCube(const KernelPlan& kernel)
{
    return kernel.info.core == capture::CoreType::AiCore || kernel.info.core == capture::CoreType::MixAic;
}

std::int64_t kernelTimeNs(const KernelPlan& kernel, const DeviceSpec& device, double cubeUtilisation)
{
    const double efficiency = usesCube(kernel) ? cost::kCubeHbmEfficiency : cost::kVectorHbmEfficiency;
    const auto bytes = static_cast<double>(kernel.readBytes + kernel.writeBytes);
    const std::int64_t compute = ceilNs(kernel.flops / (device.peakFlopsHalf() * cubeUtilisation));
    const std::int64_t memory = ceilNs(bytes / (device.hbmBytesPerSecond * efficiency));
    return std::max({cost::kLeastKernelNs, compute, memory});
}

capture::PipeCounters pipeCounters(const KernelPlan& kernel, const DeviceSpec& device, std::int64_t durationNs)
{
    capture::PipeCounters out;
    const auto blocks = static_cast<std::int64_t>(std::max(1U, kernel.info.blocks));
    const double active = static_cast<double>(std::max<std::int64_t>(durationNs - cost::kCoreStartNs, 1)) / 1000.0;
    if (usesCube(kernel)) {
        out.cubeTimeUs = active;
        out.cubeCycles = cycles(active, blocks, device.aiCores, device.clockMhz);
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

std::int64_t allReduceSentBytes(std::int64_t bytes, std::int64_t members)
{
    return members < 2 ? 0 : 2 * (bytes / members) * (members - 1);
}

std::int64_t allReduceTimeNs(std::int64_t bytes, std::int64_t members, const LinkSpec& link)
{
    const double sent = static_cast<double>(allReduceSentBytes(bytes, members));
    return 2 * (members - 1) * link.latencyNs + ceilNs(sent / link.bytesPerSecond);
}

} // namespace tideline::collect
