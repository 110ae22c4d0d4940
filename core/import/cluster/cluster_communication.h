// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/cluster/cluster_ranks.h"

namespace tideline {

/// cluster_communication.json: the operations of every rank, as its own communication.json has them. What is complete
/// before damage is kept. Adds the file's report; an Error means that nothing could be read.
Status readClusterOperations(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context);

/// cluster_communication_matrix.json: each link counts for the rank that sends. Likewise.
Status readClusterMatrix(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context);

} // namespace tideline
