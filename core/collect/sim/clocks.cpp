// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/clocks.h"

#include "core/collect/cost_constants.h"
#include "core/collect/seeded.h"

namespace tideline::collect::sim {

namespace {

constexpr std::int64_t kEpochNs = 1'735'689'600'000'000'000; // 2025-01-01, before the seeded date is added
constexpr std::int64_t kDayNs = 86'400'000'000'000;
constexpr std::int64_t kHourNs = 3'600'000'000'000;

std::int64_t wallStart(std::uint64_t seed)
{
    return kEpochNs + seededRange(seed, Entity::Date, 0, 0, 0, 364) * kDayNs
           + seededRange(seed, Entity::Date, 0, 1, 0, 24 * 3600 - 1) * (kHourNs / 3600);
}

} // namespace

RankClocks makeClocks(std::uint64_t seed, std::uint32_t rank, std::uint32_t host,
                      const std::optional<FaultEffects::Skew>& skew)
{
    RankClocks clocks;
    clocks.host.baseNs = seededRange(seed, Entity::MonotonicBase, host, 0, kHourNs, 1000 * kHourNs);
    clocks.host.driftPpb = seededRange(seed, Entity::HostDrift, host, 0, -cost::kMaxDriftPpb, cost::kMaxDriftPpb);
    clocks.device.baseNs = seededRange(seed, Entity::DeviceBase, rank, 0, kHourNs, 1000 * kHourNs);
    clocks.device.driftPpb = seededRange(seed, Entity::DeviceDrift, rank, 0, -cost::kMaxDriftPpb, cost::kMaxDriftPpb);
    const bool skewed = skew && skew->rank == rank;
    if (skewed) {
        clocks.host.driftPpb += skew->driftPpb;
        clocks.device.driftPpb += skew->driftPpb;
    }
    const std::int64_t offset =
        host == 0 ? 0 : seededRange(seed, Entity::HostOffset, host, 0, -cost::kMaxHostOffsetNs, cost::kMaxHostOffsetNs);
    clocks.pair.hostMonotonicNs = clocks.host.read(0);
    clocks.pair.hostWallNs = wallStart(seed) + offset + (skewed ? skew->offsetNs : 0);
    clocks.pair.deviceCounterNs =
        clocks.device.read(0)
        + seededRange(seed, Entity::PairJitter, rank, 0, -cost::kPairJitterNs, cost::kPairJitterNs);
    return clocks;
}

} // namespace tideline::collect::sim
