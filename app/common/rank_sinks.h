// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/common/collect_output.h"
#include "core/base/progress.h"
#include "core/capture/record_sink.h"
#include "core/export/cluster/cluster_output.h"

namespace tideline {

/// The exporters of all ranks of one run, below one directory.
class RankSinks {
public:
    /// `dump` is where tensors are described; empty: nowhere.
    RankSinks(std::filesystem::path root, std::filesystem::path dump, const CollectOutput& output, Progress progress);

    /// All that writes the records of one rank.
    std::unique_ptr<capture::RecordSink> make();
    /// Writes what comes from all ranks together.
    Status finish();

private:
    bool has(ExportForm form) const;
    std::vector<std::unique_ptr<capture::RecordSink>> writers();

    std::filesystem::path m_root;
    std::filesystem::path m_dump;
    const CollectOutput& m_output;
    Progress m_progress;
    std::uint64_t m_stepsDone = 0;
    ClusterOutput m_cluster;
};

} // namespace tideline
