// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/store/tables.h"

namespace tideline::clocks {

/// One communication operation of one rank in one group.
struct Collective {
    std::int64_t index = 0; ///< of the group's operations, the same on all members
    Instant start;          ///< the rank's own arrival
    Instant end;
    std::uint32_t kind = 0;         ///< equal exactly for operations of one kind
    std::uint64_t bytes = 0;        ///< 0: not known
    bool symmetric = false;         ///< all members end together
    std::int64_t step = kNoInteger; ///< number of the step that asked for it, as the rank counts them
};

/// What one rank did in one group, by index; every index once.
using CollectiveSequence = std::vector<Collective>;

/// All-reduce, all-gather, reduce-scatter, all-to-all with equal parts, barrier: nobody can be done before all are. By
/// the word of primitiveOf().
bool isSymmetric(std::string_view primitive);

/// The index that an operation's name ends with ("hcom_allReduce__711_0_1" is 0 of group 711), or −1.
std::int64_t indexInName(std::string_view name);

/// Likewise the group: "711"; empty when the name has none.
std::string_view groupInName(std::string_view name);

/// Puts operations in order. Where an index is missing or stands twice the order of time numbers them all.
void orderByIndex(CollectiveSequence& sequence);

/// The number of operations after which a sequence repeats, by kind and size; its length when it does not. O(n).
std::size_t periodOf(const CollectiveSequence& sequence);

} // namespace tideline::clocks
