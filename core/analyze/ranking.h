// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analyze/scope.h"
#include "core/base/result.h"
#include "core/store/trace.h"

namespace tideline {

enum class RankingOf { Kernels, Slices, Apis, Communication };
enum class RankingBy { Name, Type, NameShape, Instance };
enum class RankingMetric { Duration, Self, Count, Wait, MemoryBandwidth, CommunicationDuration, Utilization };

struct RankingOptions {
    std::optional<RankingOf> of; ///< default: kernels where the profile has any, else slices
    RankingBy by = RankingBy::Name;
    RankingMetric metric = RankingMetric::Duration;
    bool descending = true;
    std::size_t top = 0; ///< 0: all
    Scope scope;
};

/// One group (or instance) of the ranking; what the profile does not give is missing.
struct RankingRow {
    std::string name;
    std::string type;
    std::string core;
    std::string shape;
    std::uint64_t calls = 0;
    Duration total;
    std::optional<Duration> self; ///< slices only
    Duration min;
    Duration max;
    std::optional<double> ratio; ///< share of the compute kernels' (or of all slices' self) time
    std::optional<Duration> wait;
    std::optional<double> utilization;        ///< duration-weighted cube_utilization, 0–1
    std::optional<double> readBytesPerSecond; ///< main memory, over the time of the calls that give it
    std::optional<double> writeBytesPerSecond;
    std::optional<double> l2HitRatio; ///< duration-weighted, 0–1
    SliceId longest;                  ///< none when no slice is tied
    // With RankingBy::Instance:
    RankId rank;
    std::optional<std::int64_t> step;
    std::optional<std::int64_t> stream;
    std::optional<Instant> start;
    double averageNs() const { return calls ? static_cast<double>(total.ns) / static_cast<double>(calls) : 0; }
};

struct Ranking {
    RankingOf of = RankingOf::Kernels;
    std::size_t groups = 0; ///< before the cut to `top`
    std::vector<RankingRow> rows;
};

/// Groups and sorts; ties by name, so the order is the same everywhere. O(n + g log g) for n rows and g groups.
/// NotFound says which data the profile lacks for what was asked; a profile without any slice gives no rows.
Result<Ranking> rank(const Trace& trace, const RankingOptions& options);

} // namespace tideline
