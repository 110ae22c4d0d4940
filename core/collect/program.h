// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/capture/records.h"
#include "core/collect/layer.h"

namespace tideline::collect {

struct OperatorPlan;
struct RolePlan;
struct Workload;
class OperatorLibrary;

enum class InstructionKind : std::uint8_t {
    OpenScope, ///< a framework call around what follows
    CloseScope,
    Load, ///< the next batch from the loader
    CopyInput,
    Operator,    ///< host calls and kernels
    Collective,  ///< host calls and a collective, behind what compute has been given so far
    Wait,        ///< the compute stream waits for the last recorded collective of that slot
    Handoff,     ///< the backward thread takes over, or hands back
    ReadLoss,    ///< the host waits for the stream and reads a value
    Synchronise, ///< the host waits for the stream, and is woken late
    BlockingCopy,
    Pause,       ///< the Python thread is stopped
    Compile,     ///< the dispatch thread compiles a kernel
    DriverCalls, ///< the allocator asks the driver
    GraphBegin,  ///< what follows, to GraphEnd, is launched by one call
    GraphEnd,
};

enum class ProgramThread : std::uint8_t { Main, Backward };
enum class ScopeName : std::uint8_t { Forward, Backward, Optimizer };

/// Streams of a device, by what runs there.
enum class StreamSlot : std::uint8_t {
    Compute,
    Data,
    Tensor,
    SendNext,
    ReceivePrevious,
    SendPrevious,
    ReceiveNext,
    Side
};
constexpr std::uint32_t kStreamSlots = 8;

/// What the host of a rank does next.
struct Instruction {
    InstructionKind kind = InstructionKind::Operator;
    ProgramThread thread = ProgramThread::Main;
    ScopeName scope = ScopeName::Forward;
    StreamSlot slot = StreamSlot::Compute;
    capture::AutogradLink link = capture::AutogradLink::None;
    bool record = false; ///< Collective: a Wait follows
    const OperatorPlan* plan = nullptr;
    std::uint32_t micro = 0;
    std::uint32_t identity = 0;   ///< of its random numbers, unique in the step
    std::uint32_t everySteps = 1; ///< runs in steps whose number is a multiple
    std::int64_t ns = 0;          ///< of Pause, Compile, DriverCalls, and how late Synchronise returns
    std::int64_t bytes = 0;       ///< of BlockingCopy
    std::int64_t count = 1;       ///< of DriverCalls
};

/// One step of a role.
using Program = std::vector<Instruction>;

/// Where an identity comes from: part of it, so that what a fault adds disturbs no other random number.
enum class InstructionPass : std::uint8_t {
    Forward,
    Backward,
    Optimizer,
    Transfer,
    Waiting, ///< added to the pass whose collective is awaited
    Scope = 8,
    Other,
    Planted,
};

constexpr std::uint32_t passIdentity(InstructionPass pass, std::uint32_t index)
{
    return static_cast<std::uint32_t>(pass) << 16U | (index & 0xFFFFU);
}

/// Writes the program of a role whose operators are known; appends its transfers.
void buildProgram(Workload& workload, RolePlan& role, OperatorLibrary& library);

} // namespace tideline::collect
