// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace tideline::collect {

enum class FaultKind : std::uint8_t {
    MemoryBoundOp,
    LowUtilisation,
    BankConflict,
    NoFusion,
    TransData,
    AiCpuOp,
    UnalignedMatMul,
    Fp32Cube,
    DynamicShapeCompile,
    FrequencyDrop,
    OutlierKernel,
    HbmSaturated,
    L2Thrash,
    Fragmentation,
    AllocChurn,
    Leak,
    NearCapacity,
    SyncCopy,
    CommHeavy,
    NoOverlap,
    SmallPackets,
    UnalignedSdma,
    Contention,
    SlowLink,
    SlowRank,
    StageImbalance,
    ExpertImbalance,
    Bubble,
    Retransmission,
    HostBound,
    LaunchBlocking,
    StreamSync,
    GcPause,
    SlowLoader,
    UnpinnedCopy,
    ClockSkew,
    MissingRank,
    TruncatedSlice,
    EnvVars,
    Overflow,
    Vanishing,
};

/// What a fault costs, if it costs anything that can be measured.
enum class FaultCost : std::uint8_t { Time, Bytes, None };

/// A number that sets how strong a fault is.
struct FaultParameter {
    std::string_view key;
    double value = 0; ///< default strength
    double least = 0;
    double most = 0;
    std::string_view unit; ///< x, %, ms, us, count, rank …
    std::string_view what;
};

/// One kind of the catalogue.
struct FaultInfo {
    FaultKind kind = FaultKind::MemoryBoundOp;
    std::string_view name;                  ///< as --fault takes it
    std::string_view what;                  ///< one sentence
    std::vector<std::string_view> must;     ///< rules that have to fire above note
    std::vector<std::string_view> mustNote; ///< rules that have to fire, a note is enough
    std::vector<std::string_view> may;      ///< rules whose firing is a legitimate consequence
    std::vector<std::string_view> fits;     ///< scenarios the catalogue scores it on
    std::uint32_t leastRanks = 1;
    std::uint32_t leastSteps = 1;
    std::string_view needs; ///< what the rules read: a PMU group, "level 2" …; empty: nothing special
    FaultCost cost = FaultCost::Time;
    std::vector<FaultParameter> parameters;
};

/// A planted fault: a kind and all its parameters, given or default.
struct Fault {
    FaultKind kind = FaultKind::MemoryBoundOp;
    std::map<std::string, double, std::less<>> values;

    double value(std::string_view key) const
    {
        const auto found = values.find(key);
        return found == values.end() ? 0 : found->second;
    }
};

/// The catalogue, in its order.
const std::vector<FaultInfo>& faultKinds();
const FaultInfo& faultInfo(FaultKind kind);

/// "KIND" or "KIND:key=value,…"; mistakes are InvalidArgument and list what is allowed.
Result<Fault> parseFault(std::string_view text);

/// The text that parses to this fault, with all parameters.
std::string faultText(const Fault& fault);

} // namespace tideline::collect
