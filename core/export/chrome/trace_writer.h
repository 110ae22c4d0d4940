// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/torch_npu/step_lanes.h"
#include "core/export/torch_npu/trace_view.h"

namespace tideline {

/// Writes one rank as a Chrome trace, chrome_trace_rank_<rank>.json in the rank's directory, as the framework's
/// export_chrome_trace leaves it.
class TraceWriter final : public capture::RecordSink {
public:
    explicit TraceWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void host(const capture::HostRecord& record) override { m_trace.add(record); }
    void kernel(const capture::KernelRecord& record) override;
    void copy(const capture::CopyRecord& record) override { m_trace.add(record); }
    void sync(const capture::SyncRecord& record) override { m_trace.add(record); }
    void communication(const capture::CommRecord& record) override;
    void counter(const capture::CounterRecord& record) override { m_trace.add(record); }
    void syncMarker(const capture::SyncMarkerRecord& record) override { m_trace.add(record); }
    void step(const capture::StepRecord& record) override;
    Status finish() override { return m_trace.close(); }

private:
    std::filesystem::path m_root;
    torch_npu::TraceView m_trace;
    torch_npu::StepLanes m_lanes;
};

} // namespace tideline
