// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/record_sink.h"

namespace tideline::collect {

/// Takes records and forgets them.
class NullSink final : public capture::RecordSink {
public:
    Status begin(const capture::RankInfo&) override { return Done{}; }
    void host(const capture::HostRecord&) override {}
    void kernel(const capture::KernelRecord&) override {}
    void copy(const capture::CopyRecord&) override {}
    void sync(const capture::SyncRecord&) override {}
    void communication(const capture::CommRecord&) override {}
    void counter(const capture::CounterRecord&) override {}
    void memory(const capture::MemoryRecord&) override {}
    void allocation(const capture::AllocationRecord&) override {}
    void step(const capture::StepRecord&) override {}
    Status finish() override { return Done{}; }
};

} // namespace tideline::collect
