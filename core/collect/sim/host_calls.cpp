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
      scopes{framework(scenario.mode == StepMode::Train ? "DistributedDataParallel.forward" : "nn.Module.forward"),
             framework("torch.Tensor.backward"),
             framework(scenario.optimizer.kind == OptimizerKind::AdamW ? "Optimizer.step#AdamW.step"
                                                                       : "Optimizer.step#SGD.step")},
      loader(loaderCall(scenario)),
      toDevice(framework("aten::to", {scenario.input})),
      copyTo(framework("aten::copy_", {scenario.input, scenario.input})),
      item(framework("aten::item")),
      localScalar(framework("aten::_local_scalar_dense")),
      waitStream(framework("wait_event")),
      synchronizeCall(framework("torch.npu.synchronize")),
      garbage{HostLayer::PythonFunction, "gc.collect", {}, {}, {}, true},
      graphLaunch(framework("torch.npu.NPUGraph.replay")),
      enqueue{HostLayer::Enqueue, "Enqueue", {}, {}, {}},
      dequeueWait{HostLayer::Dequeue, "Dequeue@wait_event", {}, {}, {}},
      node{HostLayer::Node, "Node@launch", "launch", {}, {}},
      runtimeLaunch{HostLayer::Runtime, "Runtime@KernelLaunchWithHandle", "KernelLaunchWithHandle", {}, {}},
      memcpy(runtimeApi("aclrtMemcpy")),
      memcpyAsync(runtimeApi("aclrtMemcpyAsync")),
      memcpyToHost(runtimeApi("aclrtMemcpy")),
      synchronize(runtimeApi("aclrtSynchronizeStreamWithTimeout")),
      recordEvent(runtimeApi("aclrtRecordEvent")),
      waitEvent(runtimeApi("aclrtStreamWaitEvent")),
      graphExecute{HostLayer::Acl, "AscendCL@aclmdlRIExecuteAsync", "ACL_MODEL", {}, {}},
      compile{HostLayer::Acl, "AscendCL@aclopCompileAndExecute", "ACL_OP", {}, {}},
      mallocPhysical(runtimeApi("aclrtMallocPhysical")),
      freePhysical(runtimeApi("aclrtFreePhysical")),
      lossBytes(4)
{
    for (std::uint32_t i = 0; i < stepCount; ++i)
        steps.push_back(framework("ProfilerStep#" + std::to_string(firstStep + i)));
}

} // namespace tideline::collect::sim
