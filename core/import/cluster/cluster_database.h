// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/cluster/cluster_ranks.h"

namespace tideline {

/// Which part of cluster_analysis.db is wanted.
struct ClusterParts {
    bool steps = true;
    bool operations = true;
    bool matrix = true;
};

/// Reads a database of the kind Cluster: groups, hosts and devices of the ranks, steps and communication. Newer and older
/// names of its tables are known. Adds the file's report; an error means that nothing was added.
Status readClusterDatabase(const std::filesystem::path& path, ClusterParts parts, ClusterRanks& ranks,
                           ImportContext& context);

} // namespace tideline
