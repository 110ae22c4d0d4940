// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/capture/record_sink.h"

namespace tideline {

/// Hands each record to several sinks, so that one simulation feeds all exporters.
class FanOut final : public capture::RecordSink {
public:
    explicit FanOut(std::vector<std::unique_ptr<capture::RecordSink>> sinks) : m_sinks(std::move(sinks)) {}

    Status begin(const capture::RankInfo& rank) override
    {
        for (const auto& sink : m_sinks) {
            const Status begun = sink->begin(rank);
            if (!begun)
                return begun;
        }
        return Done{};
    }
    void host(const capture::HostRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.host(record); });
    }
    void kernel(const capture::KernelRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.kernel(record); });
    }
    void copy(const capture::CopyRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.copy(record); });
    }
    void sync(const capture::SyncRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.sync(record); });
    }
    void communication(const capture::CommRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.communication(record); });
    }
    void counter(const capture::CounterRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.counter(record); });
    }
    void memory(const capture::MemoryRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.memory(record); });
    }
    void allocation(const capture::AllocationRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.allocation(record); });
    }
    void step(const capture::StepRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.step(record); });
    }
    void l2(const capture::L2Record& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.l2(record); });
    }
    void total(const capture::TotalRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.total(record); });
    }
    void syncMarker(const capture::SyncMarkerRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.syncMarker(record); });
    }
    void tensor(const capture::TensorRecord& record) override
    {
        toAll([&](capture::RecordSink& sink) { sink.tensor(record); });
    }
    /// Finishes all of them; the first failure is the result.
    Status finish() override
    {
        Status result = Done{};
        for (const auto& sink : m_sinks) {
            const Status finished = sink->finish();
            if (result.ok() && !finished)
                result = finished;
        }
        return result;
    }

private:
    template <typename Call>
    void toAll(Call&& call)
    {
        for (const auto& sink : m_sinks)
            call(*sink);
    }

    std::vector<std::unique_ptr<capture::RecordSink>> m_sinks;
};

} // namespace tideline
