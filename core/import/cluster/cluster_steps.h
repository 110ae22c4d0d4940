// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/cluster/cluster_ranks.h"

namespace tideline {

/// cluster_step_trace_time.csv: a FileStepRow per row of a rank; the whole table, with its sums over stages, is kept
/// beside them. A row of a rank whose number cannot be read is left out. Adds the file's report; an Error means that
/// nothing could be read.
Status readClusterSteps(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context);

/// communication_group.json: the groups with their members. Likewise.
Status readClusterGroups(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context);

} // namespace tideline
