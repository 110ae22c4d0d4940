// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/record_sink.h"

namespace tideline::torch_npu {

/// Writes what lies beside the exports of one rank, whatever their form: the profiler files.
class InfoWriter final : public capture::RecordSink {
public:
    InfoWriter(std::filesystem::path root, std::vector<std::string> exports)
        : m_root(std::move(root)), m_exports(std::move(exports))
    {
    }

    Status begin(const capture::RankInfo& rank) override;
    void step(const capture::StepRecord& record) override;
    Status finish() override;

private:
    std::filesystem::path m_root;
    std::vector<std::string> m_exports;
    std::filesystem::path m_folder; ///< of the rank
    capture::RankInfo m_rank;
    std::int64_t m_endWallNs = 0;
};

} // namespace tideline::torch_npu
