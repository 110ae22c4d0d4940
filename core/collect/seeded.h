// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>

namespace tideline::collect {

/// What a random number is about; part of its identity, so that one use disturbs no other.
enum class Entity : std::uint64_t {
    KernelTime = 1,
    HostTime,
    LoaderTime,
    CollectiveEnd,
    HostOffset,
    HostDrift,
    DeviceDrift,
    DeviceBase,
    PairJitter,
    HostName,
    ProcessId,
    Date,
    ThreadId,
    MonotonicBase,
    GroupName,
    Outlier,
    TensorValues,
};

/// 64 random bits as a pure function of their identity: no generator has state.
constexpr std::uint64_t seededBits(std::uint64_t seed, Entity entity, std::uint64_t owner, std::uint64_t index)
{
    std::uint64_t x = seed * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(entity) * 0xD1B54A32D192ED03ULL;
    for (const std::uint64_t part : {owner, index, std::uint64_t{0}}) {
        x ^= part + 0x632BE59BD9B4E019ULL + (x << 6U) + (x >> 2U);
        x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
        x ^= x >> 31U;
    }
    return x;
}

/// A whole number from low to high, both included; high >= low.
constexpr std::int64_t seededRange(std::uint64_t seed, Entity entity, std::uint64_t owner, std::uint64_t index,
                                   std::int64_t low, std::int64_t high)
{
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(seededBits(seed, entity, owner, index) % span);
}

} // namespace tideline::collect
