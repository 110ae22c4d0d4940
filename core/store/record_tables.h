// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/store/column.h"
#include "core/store/tables.h"
#include "core/store/track.h"

// Tables of single records beside the timeline: communication, memory. Sizes are bytes, rates bytes per second.
namespace tideline {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr Duration kNoDuration{kNoInteger};                         ///< the file does not give it
constexpr Instant kNoInstant{kNoInteger};                           ///< the file does not give it; before every instant
constexpr Instant kNever{std::numeric_limits<std::int64_t>::max()}; ///< did not happen while captured

/// One operation of communication.json (or its database table) as one rank saw it.
struct CommRecord {
    RankId rank;
    std::int64_t step = kNoInteger;
    StringId name = StringId{0};  ///< as in the file, with its group: "hcom_allReduce__711_0_1@1234"
    StringId group = StringId{0}; ///< the text after '@'; empty when there is none
    Instant start = kNoInstant;   ///< totals have none
    Duration elapse;              ///< always given: an operation without it is no record
    Duration transit = kNoDuration;
    Duration wait = kNoDuration;
    Duration synchronization = kNoDuration;
    Duration idle = kNoDuration;
    RowRange transports; ///< rows of CommTransport
    bool pointToPoint = false;
    bool total = false; ///< the file's own "Total Op Info": a sum of others, never counted with them
};

/// What one operation moved over one kind of link.
struct CommTransport {
    StringId transport = StringId{0}; ///< SDMA, RDMA, HCCS, PCIE, SIO, …
    double sizeBytes = 0;             ///< size and time are always given: without them it is no record
    Duration time;
    double bytesPerSecond = kNoNumber; ///< the file's figure
    double largePacketRatio = kNoNumber;
    std::int64_t packets = kNoInteger; ///< counted in the size distribution; none there: kNoInteger
};

/// One cell of communication_matrix.json: an operation (or a sum of them) over one link.
struct LinkRecord {
    RankId rank; ///< whose file says so
    std::int64_t step = kNoInteger;
    StringId name = StringId{0};      ///< "allreduce-top1@1234", or the full name of an operation in old files
    StringId group = StringId{0};     ///< the text after '@'
    StringId operation = StringId{0}; ///< "Op Name": whose transfer this cell is; empty in totals
    std::int32_t source = -1;         ///< rank numbers inside the group, as in the file
    std::int32_t target = -1;
    StringId transport = StringId{0}; ///< LOCAL, HCCS, PCIE, RDMA, SDMA, SIO, …
    double sizeBytes = 0;             ///< size and time are always given: without them it is no record
    Duration time;
    double bytesPerSecond = kNoNumber;
    bool pointToPoint = false;
    bool total = false; ///< "…-total@…" or "Total Op Info": a sum of others
};

/// One sample of the allocator: memory_record.csv.
struct MemoryRecord {
    RankId rank;
    StringId component = StringId{0}; ///< PTA, GE, APP, PTA+GE, WORKSPACE, …
    StringId device = StringId{0};
    Instant time;
    std::int64_t allocated = kNoInteger;
    std::int64_t reserved = kNoInteger;
    std::int64_t active = kNoInteger;
    std::int64_t stream = kNoInteger;
};

/// One allocation and its release: operator_memory.csv.
struct AllocationRecord {
    RankId rank;
    StringId name = StringId{0}; ///< the operator that asked for it
    StringId device = StringId{0};
    std::int64_t size = kNoInteger;           ///< negative: a release whose allocation was not seen
    Instant allocated = kNoInstant;           ///< unknown where the block is older than the capture
    Instant released = kNever;                ///< back to the allocator
    Instant activeReleased = kNever;          ///< no stream uses it any more
    std::int64_t totalAllocated = kNoInteger; ///< of the allocator, right after the allocation
    std::int64_t totalReserved = kNoInteger;
    std::int64_t totalActive = kNoInteger;
    std::int64_t releaseTotalAllocated = kNoInteger; ///< right after the release
    std::int64_t releaseTotalReserved = kNoInteger;
    std::int64_t releaseTotalActive = kNoInteger;
    std::int64_t stream = kNoInteger;
};

/// Whether a record of a store can be used: ids inside the tables, times and sizes that do not overflow in sums.
inline bool isPlausible(const CommRecord& row, const IdLimits& limits)
{
    return row.rank.row < limits.ranks && row.transports.first <= row.transports.last
           && row.transports.last <= limits.transports && isBool(row.pointToPoint) && isBool(row.total)
           && isTimeOrNone(row.start) && isLength(row.elapse) && isLengthOrNone(row.transit) && isLengthOrNone(row.wait)
           && isLengthOrNone(row.synchronization) && isLengthOrNone(row.idle);
}
inline bool isPlausible(const CommTransport& row, const IdLimits&)
{
    return isLength(row.time) && isCountOrNone(row.packets);
}
inline bool isPlausible(const LinkRecord& row, const IdLimits& limits)
{
    return row.rank.row < limits.ranks && isBool(row.pointToPoint) && isBool(row.total) && isLength(row.time);
}
inline bool isPlausible(const MemoryRecord& row, const IdLimits& limits)
{
    return row.rank.row < limits.ranks && isTime(row.time) && isCountOrNone(row.allocated)
           && isCountOrNone(row.reserved) && isCountOrNone(row.active);
}
inline bool isPlausible(const AllocationRecord& row, const IdLimits& limits)
{
    return row.rank.row < limits.ranks && isTimeOrNone(row.allocated) && isTimeOrNone(row.released)
           && isTimeOrNone(row.activeReleased) && isCountOrNone(row.size) && isCountOrNone(row.totalAllocated)
           && isCountOrNone(row.totalReserved) && isCountOrNone(row.totalActive)
           && isCountOrNone(row.releaseTotalAllocated) && isCountOrNone(row.releaseTotalReserved)
           && isCountOrNone(row.releaseTotalActive);
}

struct RecordTables {
    Column<CommRecord> communication; ///< by (rank, start, file order)
    Column<CommTransport> transports;
    Column<LinkRecord> links;             ///< by (rank, file order)
    Column<MemoryRecord> memory;          ///< by (rank, component, time, file order)
    Column<AllocationRecord> allocations; ///< by (rank, allocated, file order)
};

} // namespace tideline
