// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/base/result.h"
#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/capture/tensor_record.h"

namespace tideline::capture {

/// Takes the records of one rank as they end, so that a long capture never sits in memory.
/// Order: begin() first; records in order of their end, hence children before parents; step() after the last
/// record of its step; finish() last. A sink keeps its first failure and returns it from finish().
/// It overrides what it has a use for.
class RecordSink {
public:
    virtual ~RecordSink() = default;

    virtual Status begin(const RankInfo& rank) = 0;
    virtual void host(const HostRecord&) {}
    virtual void kernel(const KernelRecord&) {}
    virtual void copy(const CopyRecord&) {}
    virtual void sync(const SyncRecord&) {}
    virtual void communication(const CommRecord&) {}
    virtual void counter(const CounterRecord&) {}
    virtual void memory(const MemoryRecord&) {}
    virtual void allocation(const AllocationRecord&) {}
    virtual void step(const StepRecord&) {}
    virtual void l2(const L2Record&) {}                 ///< after its kernel; only with CollectOptions::l2Cache
    virtual void total(const TotalRecord&) {}           ///< before finish(); only with CollectOptions::opList
    virtual void syncMarker(const SyncMarkerRecord&) {} ///< only with CollectOptions::syncMarkers
    virtual void tensor(const TensorRecord&) {}         ///< before step(); only with CollectOptions::dump
    virtual Status finish() = 0;
};

/// Makes the sink of one rank.
using RecordSinkFactory = std::function<std::unique_ptr<RecordSink>(std::uint32_t rank)>;

} // namespace tideline::capture
