// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace tideline {

/// A length of time in integer nanoseconds.
struct Duration {
    std::int64_t ns = 0;
    auto operator<=>(const Duration&) const = default;
    constexpr Duration operator+(Duration o) const { return {ns + o.ns}; }
    constexpr Duration operator-(Duration o) const { return {ns - o.ns}; }
    constexpr Duration operator-() const { return {-ns}; }
    constexpr Duration& operator+=(Duration o)
    {
        ns += o.ns;
        return *this;
    }
    constexpr Duration& operator-=(Duration o)
    {
        ns -= o.ns;
        return *this;
    }
};

/// A point in time in integer nanoseconds, on the axis of the file it came from.
struct Instant {
    std::int64_t ns = 0;
    auto operator<=>(const Instant&) const = default;
    constexpr Instant operator+(Duration d) const { return {ns + d.ns}; }
    constexpr Instant operator-(Duration d) const { return {ns - d.ns}; }
    constexpr Duration operator-(Instant o) const { return {ns - o.ns}; }
};

/// Half open: start is inside, end is not.
struct TimeRange {
    Instant start;
    Instant end;
    auto operator<=>(const TimeRange&) const = default;
    constexpr Duration length() const { return end - start; }
    constexpr bool empty() const { return end <= start; }
    constexpr bool contains(Instant t) const { return start <= t && t < end; }
    constexpr bool intersects(TimeRange o) const { return start < o.end && o.start < end; }
    constexpr TimeRange shifted(Duration d) const { return {start + d, end + d}; }
    /// The common part; empty (start == end) when there is none.
    constexpr TimeRange clippedTo(TimeRange o) const
    {
        const Instant s = std::max(start, o.start);
        return {s, std::max(s, std::min(end, o.end))};
    }
};

constexpr Duration kMicrosecond{1'000};
constexpr Duration kMillisecond{1'000'000};
constexpr Duration kSecond{1'000'000'000};

/// Event times outside ±kTimeLimit are rejected at import, so that sums and shifts of two times never overflow.
constexpr std::int64_t kTimeLimitNs = std::int64_t{1} << 61;

} // namespace tideline
