// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace tideline {

/// A row number of one table; ids of different tables do not mix. A default-made Id is "none".
template <typename Tag>
struct Id {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t row = kNone;
    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t r) : row(r) {}
    constexpr bool valid() const { return row != kNone; }
    auto operator<=>(const Id&) const = default;
};

using StringId = Id<struct StringTag>;
using RankId = Id<struct RankTag>; ///< index into Trace::ranks(), not the rank number
using ProcessId = Id<struct ProcessTag>;
using TrackId = Id<struct TrackTag>;
using SliceId = Id<struct SliceTag>;
using CounterId = Id<struct CounterTag>;
using FlowId = Id<struct FlowTag>;
using KernelId = Id<struct KernelTag>;
using InstantId = Id<struct InstantTag>;
using SpanId = Id<struct SpanTag>;

} // namespace tideline

template <typename Tag>
struct std::hash<tideline::Id<Tag>> {
    std::size_t operator()(tideline::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.row); }
};
