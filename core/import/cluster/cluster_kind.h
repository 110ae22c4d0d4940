// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tideline {

/// The files of cluster_analysis_output: what an analyser wrote about a job of many ranks.
enum class ClusterFile {
    Steps,      ///< cluster_step_trace_time.csv: the breakdown of every step of every rank
    Operations, ///< cluster_communication.json: times and traffic of every operation on every rank
    Matrix,     ///< cluster_communication_matrix.json: traffic between ranks
    Groups,     ///< communication_group.json: the members of the groups
};

/// What a file holds, decided by its first bytes; an empty one by its name. Reads a few KiB.
std::optional<ClusterFile> clusterFile(const std::filesystem::path& path);

/// "cluster_step_trace_time" and so on.
std::string clusterName(ClusterFile file);

/// The tables in cluster_analysis.db, or in the database of that kind under its older names.
bool isClusterDatabaseName(const std::filesystem::path& path);

/// An analyser's output directory: so named, or one with such files and no directories in it, which could be ranks.
bool isClusterDirectory(const std::filesystem::path& path);

} // namespace tideline
