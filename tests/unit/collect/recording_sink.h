// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/collect/collector.h"

namespace tideline::test {

/// What one rank recorded. Pointers of the records to shared parts are copied out, since they die with the run.
struct Recording {
    capture::RankInfo rank;
    std::vector<std::pair<capture::KernelRecord, capture::KernelInfo>> kernels;
    std::vector<capture::CopyRecord> copies;
    std::vector<capture::SyncRecord> syncs;
    std::vector<capture::CommRecord> collectives;
    std::vector<capture::CounterRecord> counters;
    std::vector<capture::MemoryRecord> memory;
    std::vector<capture::AllocationRecord> allocations;
    std::vector<std::pair<capture::HostRecord, capture::HostCall>> host;
    std::vector<capture::StepRecord> steps;
    bool finished = false;
};

class RecordingSink final : public capture::RecordSink {
public:
    explicit RecordingSink(Recording& into) : m_into(into) {}
    Status begin(const capture::RankInfo& rank) override
    {
        m_into.rank = rank;
        return Done{};
    }
    void host(const capture::HostRecord& record) override { m_into.host.emplace_back(record, *record.call); }
    void kernel(const capture::KernelRecord& record) override { m_into.kernels.emplace_back(record, *record.info); }
    void copy(const capture::CopyRecord& record) override { m_into.copies.push_back(record); }
    void sync(const capture::SyncRecord& record) override { m_into.syncs.push_back(record); }
    void communication(const capture::CommRecord& record) override { m_into.collectives.push_back(record); }
    void counter(const capture::CounterRecord& record) override { m_into.counters.push_back(record); }
    void memory(const capture::MemoryRecord& record) override { m_into.memory.push_back(record); }
    void allocation(const capture::AllocationRecord& record) override { m_into.allocations.push_back(record); }
    void step(const capture::StepRecord& record) override { m_into.steps.push_back(record); }
    Status finish() override
    {
        m_into.finished = true;
        return Done{};
    }

private:
    Recording& m_into;
};

/// Runs a collection into memory; empty when it failed.
inline std::vector<Recording> record(const collect::CollectOptions& options)
{
    std::vector<Recording> out(64);
    const auto sinks = [&out](std::uint32_t rank) { return std::make_unique<RecordingSink>(out[rank]); };
    const Result<collect::CollectSummary> summary = collect::collect(options, sinks, {});
    out.resize(summary ? summary->ranks : 0);
    return out;
}

} // namespace tideline::test
