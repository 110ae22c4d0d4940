// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// All calls of one primitive in one group of one rank. A sum of which one call lacks the figure is missing.
struct CommSum {
    /// As the file has them; `transfer` and `wait` are ours.
    struct FileTimes {
        std::optional<Duration> transit = Duration{};
        std::optional<Duration> wait = Duration{};
        std::optional<Duration> synchronization = Duration{};
        std::optional<Duration> idle = Duration{};
    };
    RankId rank;
    std::string group;     ///< the text after '@' of a record, else the name of the lane; "" when unknown
    std::string groupName; ///< "tp", "dp", … where the profile tells; else ""
    std::string primitive; ///< see primitiveOf()
    std::uint64_t calls = 0;
    Duration total;
    std::optional<double> share; ///< of the total of all rows
    std::optional<Duration> transfer = Duration{};
    std::optional<Duration> wait = Duration{}; ///< total - transfer
    std::optional<double> bytes = 0;
    std::optional<Duration> linkTime = Duration{}; ///< of all links together, which work side by side
    FileTimes file;
    double averageNs() const { return calls ? static_cast<double>(total.ns) / static_cast<double>(calls) : 0; }
    /// Of one link, in the mean; missing where nothing moved.
    std::optional<double> bytesPerSecond() const;
};

/// Per rank from its communication records where it has any, else from what ran on the device (then sizes, transfer
/// and waiting are unknown). A time range of the scope cuts operations that reach out of it: their time, and what they
/// moved in proportion; the file's own times are then unknown. By rank, most time first. O(records + links + device work of the ranks without records).
std::vector<CommSum> communicationSums(const Trace& trace, const Scope& scope);

/// Bytes that the operations of the scope moved, by name without group ("hcom_allReduce__711_0_1"), over all ranks; only
/// names of which every operation gives them. Cut as communicationSums() is. O(records + links).
std::map<std::string, double, std::less<>> bytesByOperation(const Trace& trace, const Scope& scope);

/// What went over one link of one group, as the rank's file says it.
struct LinkSum {
    RankId rank;
    std::string group;
    std::int32_t source = -1; ///< numbers inside the group
    std::int32_t target = -1;
    std::string transport;                  ///< LOCAL, HCCS, RDMA …
    std::string groupName;                  ///< "tp", "dp", … where the profile tells; else ""
    std::optional<std::int64_t> sourceRank; ///< of the job, where the profile tells who is in the group
    std::optional<std::int64_t> targetRank;
    double bytes = 0;
    Duration time;
    std::optional<double> bytesPerSecond() const;
};

/// Sums over steps and primitives: from the file's totals per primitive where it has them, else from its operations,
/// each counted once, or from its total of all where they are but a choice. Links have no time and no stream, so a scope that limits those leaves none. By rank, group, source, target.
std::vector<LinkSum> linkSums(const Trace& trace, const Scope& scope);

} // namespace tideline
