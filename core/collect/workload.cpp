// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/workload.h"

#include <algorithm>

#include "core/collect/operators.h"

namespace tideline::collect {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 60; // keeps sums of hostile sizes from overflowing

void appendBackward(Workload& workload, const std::vector<std::vector<OperatorPlan>>& perLayer)
{
    for (auto layer = perLayer.rbegin(); layer != perLayer.rend(); ++layer)
        workload.backward.insert(workload.backward.end(), layer->begin(), layer->end());
}

void fillBuckets(Workload& workload)
{
    const Scenario& scenario = workload.scenario;
    const std::int64_t size = capture::sizeOf(scenario.gradientType);
    Bucket bucket;
    for (std::size_t i = 0; i < workload.backward.size(); ++i) {
        const std::int64_t elements = workload.backward[i].gradientElements;
        if (elements == 0)
            continue;
        bucket.elements += elements;
        bucket.afterOperator = i;
        const std::int64_t limit = workload.buckets.empty() ? scenario.firstBucketBytes : scenario.bucketBytes;
        if (bucket.elements * size >= limit) {
            workload.buckets.push_back(bucket);
            bucket = {};
        }
    }
    if (bucket.elements > 0)
        workload.buckets.push_back(bucket);
}

void price(Workload& workload, std::vector<OperatorPlan>& plans)
{
    for (OperatorPlan& plan : plans)
        for (KernelPlan& kernel : plan.kernels)
            kernel.baseNs = kernelTimeNs(kernel, workload.device, workload.scenario.cubeUtilisation);
}

std::int64_t activationBytes(const Workload& workload)
{
    std::int64_t bytes = workload.scenario.input.bytes();
    for (const OperatorPlan& plan : workload.forward)
        for (const capture::Tensor& output : plan.kernels.back().info.outputs)
            bytes = std::min(bytes + output.bytes(), kMostBytes);
    return bytes;
}

} // namespace

Result<std::unique_ptr<const Workload>> planWorkload(const Scenario& scenario, const DeviceSpec& device)
{
    auto workload = std::make_unique<Workload>();
    workload->scenario = scenario;
    workload->device = device;
    OperatorLibrary library(*workload);
    std::vector<std::vector<OperatorPlan>> perLayer(scenario.layers.size());
    for (std::size_t i = 0; i < scenario.layers.size(); ++i)
        library.expand(scenario.layers[i], perLayer[i]);
    appendBackward(*workload, perLayer);
    for (const OperatorPlan& plan : workload->backward)
        workload->parameters += plan.gradientElements;
    if (workload->parameters > 0)
        library.appendOptimizer();
    fillBuckets(*workload);
    price(*workload, workload->forward);
    price(*workload, workload->backward);
    price(*workload, workload->optimizer);
    workload->residentBytes = activationBytes(*workload)
                              + workload->parameters
                                    * (capture::sizeOf(scenario.dtype) + capture::sizeOf(scenario.gradientType)
                                       + 2 * capture::sizeOf(scenario.masterType));
    std::int64_t pools = 0;
    if (workload->residentBytes <= device.hbmUsableBytes) {
        workload->memory = planMemory(*workload);
        pools = peakReserved(workload->memory, device.hbmUsableBytes);
        workload->residentBytes = std::max(workload->residentBytes, pools);
    }
    if (pools == 0)
        return Error{ErrorCode::InvalidArgument,
                     "the workload needs " + std::to_string(workload->residentBytes) + " bytes of device memory, "
                         + std::to_string(device.hbmUsableBytes) + " are usable",
                     scenario.name, "Choose a larger device"};
    return std::unique_ptr<const Workload>(std::move(workload));
}

} // namespace tideline::collect
