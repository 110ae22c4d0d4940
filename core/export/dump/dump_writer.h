// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <utility>

#include "core/capture/record_sink.h"
#include "core/export/csv/csv_row.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline {

/// Writes what the tensors of one rank hold as tensor_statistics_<rank>.csv: one row per step, layer, operator and
/// tensor. docs/COLLECTOR.md describes the columns.
class DumpWriter final : public capture::RecordSink {
public:
    explicit DumpWriter(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    Status begin(const capture::RankInfo& rank) override;
    void tensor(const capture::TensorRecord& record) override;
    Status finish() override { return m_file.close(); }

private:
    std::filesystem::path m_folder;
    torch_npu::OutputFile m_file;
    CsvRow m_row;
};

} // namespace tideline
