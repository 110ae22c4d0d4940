// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/analyze/scope.h"
#include "core/store/trace.h"

namespace tideline {

/// What the source of a copy says beyond its time.
struct CopyFacts {
    std::string direction; ///< as in the file; "" when it does not say
    std::optional<std::int64_t> bytes;
};

/// The facts of the copies, in their order; an empty list where none can be had.
using CopyFactsOf = std::function<std::vector<CopyFacts>(const std::vector<SliceId>&)>;

/// All copies of one kind of a rank.
struct CopySum {
    RankId rank;
    std::string kind; ///< the direction, else the type of the device task, else its name
    std::uint64_t calls = 0;
    Duration time;
    std::optional<std::int64_t> bytes; ///< unknown as soon as one copy lacks it
};

/// Copies are device tasks whose name or task type contains MEMCPY, and those of the category gpu_memcpy: all streams,
/// all directions; the transfers inside a collective are none. By rank, most time first. O(slices of the streams).
std::vector<CopySum> copySums(const Trace& trace, const Scope& scope, const CopyFactsOf& facts);

/// The calls by which memory goes from the driver to the allocators and back.
struct ChurnSum {
    RankId rank;
    std::string name;
    std::uint64_t calls = 0;
    Duration time; ///< of the calls as they are: one may run inside another
};

/// Calls on the host whose name holds MallocMemInner, MallocPhysical or FreePhysical, and the runtime's aclrtMalloc… and
/// aclrtFree…. By rank, most time first. O(host slices).
std::vector<ChurnSum> churnSums(const Trace& trace, const Scope& scope);

} // namespace tideline
