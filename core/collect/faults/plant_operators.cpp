// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "core/collect/faults/planter.h"
#include "core/collect/faults/planting.h"

// Faults that change kernels.
namespace tideline::collect {

namespace {

/// Makes one axis of a product longer by one, in both of the matrices that have it: the columns of the result, else
/// (with a transposed second matrix) those that are summed over.
void lengthenAxis(capture::KernelInfo& info)
{
    if (info.inputs.size() < 2 || info.outputs.empty())
        return;
    std::vector<std::int64_t>& left = info.inputs[0].shape;
    std::vector<std::int64_t>& right = info.inputs[1].shape;
    std::vector<std::int64_t>& result = info.outputs[0].shape;
    if (left.size() < 2 || right.size() < 2 || result.size() < 2)
        return;
    ++(right.back() == result.back() ? result : left).back();
    ++right.back();
}

} // namespace

/// The type of vector kernels that takes the most time.
std::string Planter::greatestVectorType()
{
    std::map<std::string, std::int64_t> times;
    eachKernel([&times, this](KernelPlan& kernel) {
        if (isVector(kernel))
            times[kernel.info.type] += kernelTimeNs(kernel, m_workload.device);
    });
    const auto greatest =
        std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return greatest == times.end() ? std::string() : greatest->first;
}

void Planter::memoryBound()
{
    const std::string type = greatestVectorType();
    eachKernel([&type, this](KernelPlan& kernel) {
        if (kernel.info.type != type)
            return;
        // Of a kernel that its arithmetic holds back: of what could have moved in its time.
        const double movable = static_cast<double>(kernelTimeNs(kernel, m_workload.device)) * 1e-9
                               * m_workload.device.hbmBytesPerSecond * cost::kVectorHbmEfficiency;
        const double factor = m_fault.value("factor")
                              * std::max(1.0, movable / static_cast<double>(kernel.readBytes + kernel.writeBytes));
        for (std::int64_t* bytes : {&kernel.readBytes, &kernel.writeBytes, &kernel.requestBytes, &kernel.hitBytes})
            *bytes = static_cast<std::int64_t>(static_cast<double>(*bytes) * factor);
    });
    note(type);
}

void Planter::lowUtilisation()
{
    const double share = m_fault.value("percent") / 100.0;
    eachKernel([share, this](KernelPlan& kernel) {
        if (!usesCube(kernel))
            return;
        kernel.utilisation = std::min(kernel.utilisation, share);
        note(kernel.info.type);
    });
}

void Planter::bankConflict()
{
    const std::string type = greatestVectorType();
    const double share = m_fault.value("percent") / 100.0;
    eachKernel([&type, share](KernelPlan& kernel) {
        if (kernel.info.type == type)
            kernel.conflict = share;
    });
    note(type);
}

/// The products of the shape that takes the most time.
void Planter::unaligned()
{
    std::map<double, std::int64_t> times;
    eachKernel([&times, this](KernelPlan& kernel) {
        if (isProduct(kernel))
            times[kernel.flops] += kernelTimeNs(kernel, m_workload.device);
    });
    const auto greatest =
        std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (greatest == times.end())
        return;
    const double rate = m_fault.value("rate");
    eachKernel([greatest, rate, this](KernelPlan& kernel) {
        if (!isProduct(kernel) || kernel.flops != greatest->first)
            return;
        lengthenAxis(kernel.info);
        kernel.utilisation *= rate;
        kernel.hbmEfficiency = (kernel.hbmEfficiency > 0 ? kernel.hbmEfficiency : cost::kCubeHbmEfficiency) * rate;
        note(kernel.info.type);
    });
}

void Planter::singlePrecision()
{
    constexpr double kPasses = 4; // of the cube for one product in single precision
    const double share = m_fault.value("percent") / 100.0;
    double owed = 0;
    eachKernel([share, &owed, this](KernelPlan& kernel) {
        if (!isProduct(kernel))
            return;
        owed += share;
        if (owed < 1)
            return;
        owed -= 1;
        for (auto* tensors : {&kernel.info.inputs, &kernel.info.outputs})
            for (capture::Tensor& tensor : *tensors)
                tensor.dtype = capture::DataType::Float32;
        for (std::int64_t* bytes :
             {&kernel.readBytes, &kernel.writeBytes, &kernel.requestBytes, &kernel.hitBytes, &kernel.compulsoryBytes})
            *bytes *= 2;
        kernel.flops *= kPasses;
        note(kernel.info.type);
    });
}

void Planter::thrash()
{
    constexpr double kWaits = 0.94; // of the cube's utilisation is left
    const double hit = m_fault.value("hit") / 100.0;
    eachKernel([hit, this](KernelPlan& kernel) {
        if (!usesCube(kernel))
            return;
        const auto request = static_cast<double>(kernel.requestBytes);
        kernel.hitBytes = std::min(kernel.hitBytes, static_cast<std::int64_t>(request * hit));
        kernel.readBytes = std::max(kernel.readBytes, kernel.requestBytes - kernel.hitBytes);
        kernel.utilisation *= kWaits;
        note(kernel.info.type);
    });
}

void plantInOperators(Workload& workload, RolePlan& role, OperatorLibrary& library, const std::vector<Fault>& faults)
{
    for (std::size_t i = 0; i < faults.size(); ++i)
        Planter(workload, role, library, faults[i], i).plant();
}

} // namespace tideline::collect
