// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/collect/cost_constants.h"
#include "core/collect/cost_model.h"

namespace tideline::collect {

namespace {

using capture::PmuCounters;

constexpr double kL2Line = 128;          // bytes of a request
constexpr double kRereadOfL1 = 4;        // the cube reads what L1 holds that often
constexpr double kUbPerOperation = 2;    // bytes of the unified buffer per vector operation
constexpr double kUsualConflict = 0.004; // bank conflicts of a kernel without trouble
constexpr double kKiB = 1024;

double perSecond(double bytes, double us)
{
    return us > 0 ? std::round(bytes / us * 1e-3 * 1000.0) / 1000.0 : 0; // GB/s
}

double ratioOf(double ratio)
{
    return std::round(std::clamp(ratio, 0.0, 1.0) * 1000.0) / 1000.0;
}

/// Both halves of the columns: of the cube and of the vector part. A kernel fills the one it uses.
struct Parts {
    double us;
    double read;
    double write;
    double request;
    double hit;
};

Parts partsOf(const KernelPlan& kernel, double us)
{
    return {us, static_cast<double>(kernel.readBytes), static_cast<double>(kernel.writeBytes),
            static_cast<double>(kernel.requestBytes), static_cast<double>(kernel.hitBytes)};
}

void memory(PmuCounters& out, const Parts& part, bool cube)
{
    const double inner = cube ? part.request * kRereadOfL1 : part.read;
    const double bytes[] = {inner, cube ? part.request : part.write, part.read, part.write, part.request, part.write};
    for (std::size_t i = 0; i < std::size(bytes); ++i)
        out.values[i + (cube ? 0 : 6)] = perSecond(bytes[i], part.us);
}

void memoryAccess(PmuCounters& out, const Parts& part, bool cube)
{
    const auto kb = [](double bytes) { return std::round(bytes / kKiB * 1000.0) / 1000.0; };
    if (cube) {
        const double values[] = {kb(part.read), kb(part.write), kb(part.request), 0, kb(part.write)};
        std::copy(std::begin(values), std::end(values), out.values.begin());
        return;
    }
    const double values[] = {kb(part.read), kb(part.write), kb(part.request), kb(part.write)};
    std::copy(std::begin(values), std::end(values), out.values.begin() + 5);
}

void l2Cache(PmuCounters& out, const Parts& part, bool cube)
{
    const double hits = std::floor(part.hit / kL2Line);
    const double misses = std::floor((part.request - part.hit) / kL2Line);
    const double writes = std::floor(part.write / kL2Line);
    const double first = std::floor(hits / 2);
    const double firstMiss = std::floor(misses / 2);
    const double values[] = {0, writes, first, firstMiss, hits - first, misses - firstMiss};
    std::copy(std::begin(values), std::end(values), out.values.begin() + (cube ? 0 : 6));
}

void arithmetic(PmuCounters& out, const KernelPlan& kernel, const capture::PipeCounters& pipes, bool cube)
{
    if (cube) {
        out.values[0] = pipes.mac;
        out.values[2] = kernel.flops;
        return;
    }
    const bool single = !kernel.info.inputs.empty() && kernel.info.inputs.front().dtype == capture::DataType::Float32;
    out.values[single ? 4 : 5] = ratioOf(0.9 * pipes.vec);
    out.values[7] = ratioOf(0.1 * pipes.vec);
    out.values[9] = kernel.vectorOperations;
}

void memoryL0(PmuCounters& out, const KernelPlan& kernel, const DeviceSpec& device, double us, bool cube)
{
    if (!cube || us <= 0)
        return;
    // A cycle of the cube takes a 16 × 16 block from each side and adds a block of sums: 512, 512 and 1024 bytes.
    const double blocks = kernel.flops / device.cubeFlopPerCycle;
    const double values[] = {512 * blocks, 128 * blocks, 512 * blocks, 128 * blocks, 1024 * blocks, 1024 * blocks};
    for (std::size_t i = 0; i < std::size(values); ++i)
        out.values[i] = perSecond(values[i], us);
}

} // namespace

PmuCounters pmuCounters(capture::PmuGroup group, const KernelPlan& kernel, const DeviceSpec& device,
                        const capture::PipeCounters& pipes)
{
    PmuCounters out;
    out.group = group;
    const bool cube = usesCube(kernel);
    const Parts part = partsOf(kernel, cube ? pipes.cubeTimeUs : pipes.vectorTimeUs);
    switch (group) {
    case capture::PmuGroup::PipeUtilization: break;
    case capture::PmuGroup::ArithmeticUtilization: arithmetic(out, kernel, pipes, cube); break;
    case capture::PmuGroup::Memory: memory(out, part, cube); break;
    case capture::PmuGroup::MemoryL0: memoryL0(out, kernel, device, part.us, cube); break;
    case capture::PmuGroup::MemoryUB:
        if (!cube) {
            out.values[0] = perSecond(kUbPerOperation * kernel.vectorOperations + part.read, part.us);
            out.values[1] = perSecond(kernel.vectorOperations + part.write, part.us);
        }
        break;
    case capture::PmuGroup::MemoryAccess: memoryAccess(out, part, cube); break;
    case capture::PmuGroup::L2Cache: l2Cache(out, part, cube); break;
    case capture::PmuGroup::ResourceConflictRatio:
        if (!cube) {
            out.values[0] = ratioOf(kUsualConflict);
            out.values[1] = ratioOf(kernel.conflict > 0 ? kernel.conflict : kUsualConflict);
            out.values[2] = ratioOf(kUsualConflict / 2);
        }
        break;
    }
    return out;
}

} // namespace tideline::collect
