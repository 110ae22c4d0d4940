// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/torch_npu/step_lanes.h"
#include "core/export/torch_npu_db/device_rows.h"
#include "core/export/torch_npu_db/host_rows.h"
#include "core/export/torch_npu_db/sample_rows.h"

namespace tideline::torch_npu {

/// Writes one rank as the framework profiler's database, ascend_pytorch_profiler_<rank>.db, row by row.
class DbWriter final : public capture::RecordSink {
public:
    explicit DbWriter(std::filesystem::path root) : m_root(std::move(root)) {}

    Status begin(const capture::RankInfo& rank) override;
    void host(const capture::HostRecord& record) override;
    void kernel(const capture::KernelRecord& record) override;
    void copy(const capture::CopyRecord& record) override;
    void sync(const capture::SyncRecord& record) override;
    void communication(const capture::CommRecord& record) override;
    void counter(const capture::CounterRecord& record) override;
    void memory(const capture::MemoryRecord& record) override;
    void allocation(const capture::AllocationRecord& record) override;
    void syncMarker(const capture::SyncMarkerRecord& record) override;
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    void addFacts();

    std::filesystem::path m_root;
    capture::RankInfo m_rank;
    SqliteWriter m_database;
    StringIds m_strings;
    DeviceRows m_device;
    HostRows m_host;
    SampleRows m_samples;
    SqliteInsert m_steps;
    std::int64_t m_endWallNs = 0;
};

} // namespace tideline::torch_npu
