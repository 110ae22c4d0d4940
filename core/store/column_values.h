// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/frame_pager.h"

// What values of a column that comes from a store must be, so that nobody who uses them as row numbers leaves a table.
namespace tideline {

/// How many rows the table has that an id counts.
constexpr std::uint32_t limitOf(StringId, const IdLimits& limits)
{
    return limits.strings;
}
constexpr std::uint32_t limitOf(RankId, const IdLimits& limits)
{
    return limits.ranks;
}
constexpr std::uint32_t limitOf(ProcessId, const IdLimits& limits)
{
    return limits.processes;
}
constexpr std::uint32_t limitOf(TrackId, const IdLimits& limits)
{
    return limits.tracks;
}
constexpr std::uint32_t limitOf(CounterId, const IdLimits& limits)
{
    return limits.counters;
}
constexpr std::uint32_t limitOf(SliceId, const IdLimits& limits)
{
    return limits.slices;
}
constexpr std::uint32_t limitOf(FlowId, const IdLimits& limits)
{
    return limits.flows;
}
constexpr std::uint32_t limitOf(KernelId, const IdLimits& limits)
{
    return limits.kernels;
}

template <typename Tag>
bool plausible(std::span<const Id<Tag>> values, std::uint32_t firstRow, FrameCheck check, const IdLimits& limits)
{
    const std::uint32_t limit = limitOf(Id<Tag>{}, limits);
    bool good = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t below = check == FrameCheck::Earlier ? firstRow + static_cast<std::uint32_t>(i) : limit;
        good &= values[i].row < below || (check != FrameCheck::Valid && !values[i].valid());
    }
    return good;
}

/// Times and lengths that sums of a few of them cannot overflow; importers let no others in.
inline bool isTime(Instant time)
{
    return time.ns >= -kTimeLimitNs && time.ns <= kTimeLimitNs;
}
inline bool isLength(Duration length)
{
    return length.ns >= -kTimeLimitNs && length.ns <= kTimeLimitNs;
}

/// The same where a record may lack the value: the ends of the number range stand for that.
inline bool isTimeOrNone(Instant time)
{
    return isTime(time) || time.ns == std::numeric_limits<std::int64_t>::min()
           || time.ns == std::numeric_limits<std::int64_t>::max();
}
inline bool isLengthOrNone(Duration length)
{
    return isLength(length) || length.ns == std::numeric_limits<std::int64_t>::min();
}
inline bool isCountOrNone(std::int64_t count)
{
    return isLengthOrNone(Duration{count});
}

/// Records check their own ids: bool isPlausible(const T&, const IdLimits&) beside the type.
template <typename T>
bool plausible(std::span<const T> values, std::uint32_t, FrameCheck, const IdLimits& limits)
{
    bool good = true;
    if constexpr (std::is_same_v<T, Instant>) {
        for (const Instant time : values)
            good &= isTime(time);
    } else if constexpr (std::is_same_v<T, Duration>) {
        for (const Duration length : values)
            good &= isLength(length);
    } else if constexpr (requires(const T& value) { isPlausible(value, limits); }) {
        for (const T& value : values)
            good &= isPlausible(value, limits);
    }
    return good;
}

/// Whether a bool holds 0 or 1: any other byte of a store must not be read as one.
inline bool isBool(const bool& value)
{
    unsigned char byte = 0;
    std::memcpy(&byte, &value, 1);
    return byte <= 1;
}

/// What stands in for a value that could not be read: where readers may rely on an id, row 0, which every table in use
/// has.
template <typename T>
T harmless(FrameCheck check)
{
    T value{};
    if constexpr (requires { limitOf(value, IdLimits{}); }) {
        if (check == FrameCheck::Valid)
            value = T{0};
    } else if constexpr (requires { value.rank = RankId{0}; }) {
        value.rank = RankId{0};
    }
    return value;
}

} // namespace tideline
