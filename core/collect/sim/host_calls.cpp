// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/host_calls.h"

#include <string>

namespace tideline::collect::sim {

namespace {

using capture::HostCall;
using capture::HostLayer;

HostCall framework(std::string name, std::vector<capture::Tensor> inputs = {})
{
    return {HostLayer::Operator, std::move(name), {}, std::move(inputs), {}};
}

HostCall runtimeApi(const std::string& name)
{
    return {HostLayer::Acl, "AscendCL@" + name, "ACL_RTS", {}, {}};
}

HostCall loaderCall(const Scenario& scenario)
{
    const bool serial = scenario.loader.mode == LoaderMode::Serial;
    return framework(std::string("enumerate(DataLoader)#_") + (serial ? "SingleProcess" : "MultiProcessing")
                     + "DataLoaderIter.__next__");
}

} // namespace

HostCalls::HostCalls(const Scenario& scenario, std::uint32_t firstStep, std::uint32_t stepCount)
    : firstNumber(firstStep),
      loader(loaderCall(scenario)),
      toDevice(framework("aten::to", {scenario.input})),
      copyTo(framework("aten::copy_", {scenario.input, scenario.input})),
      forward(framework("DistributedDataParallel.forward")),
      backward(framework("torch.Tensor.backward")),
      optimizer(framework("Optimizer.step#SGD.step")),
      item(framework("aten::item")),
      localScalar(framework("aten::_local_scalar_dense")),
      reducer(framework("torch.distributed.ddp.reducer::copy_bucket_to_grad")),
      allReduce(framework("c10d::allreduce_")),
      waitWork(framework("c10d::wait")),
      waitStream(framework("wait_event")),
      enqueue{HostLayer::Enqueue, "Enqueue", {}, {}, {}},
      dequeueReduce{HostLayer::Dequeue, "Dequeue@HcclAllreduce", {}, {}, {}},
      dequeueWait{HostLayer::Dequeue, "Dequeue@wait_event", {}, {}, {}},
      node{HostLayer::Node, "Node@launch", "launch", {}, {}},
      runtimeLaunch{HostLayer::Runtime, "Runtime@KernelLaunchWithHandle", "KernelLaunchWithHandle", {}, {}},
      memcpy(runtimeApi("aclrtMemcpy")),
      memcpyToHost(runtimeApi("aclrtMemcpy")),
      synchronize(runtimeApi("aclrtSynchronizeStreamWithTimeout")),
      recordEvent(runtimeApi("aclrtRecordEvent")),
      waitEvent(runtimeApi("aclrtStreamWaitEvent")),
      hcom{HostLayer::Acl, "AscendCL@hcom_allReduce_", "HOST_HCCL", {}, {}}
{
    for (std::uint32_t i = 0; i < stepCount; ++i)
        steps.push_back(framework("ProfilerStep#" + std::to_string(firstStep + i)));
}

} // namespace tideline::collect::sim
