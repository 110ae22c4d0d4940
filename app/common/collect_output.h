// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/collect/collector.h"
#include "core/export/metrics/own_metrics.h"

namespace tideline {

/// The forms in which a collection can be written.
enum class ExportForm : std::uint8_t { Text, Database, Msprof, Cluster, ChromeTrace, Tasks };

/// Where a collection goes and in which forms.
struct CollectOutput {
    std::filesystem::path directory;
    std::vector<ExportForm> forms = {ExportForm::Text};
    bool force = false;                    ///< also into a directory that holds something
    bool truth = true;                     ///< with ground_truth.json
    std::vector<capture::PmuGroup> groups; ///< several: one pass each, in a directory of its own
    int communicationLevel = 0;            ///< 1 to 3: how much of collectives, as a trace level; 0: as the capture
    /// Where tensors are described, if they are recorded: a path below `directory`, or a directory of its own.
    std::filesystem::path dumpDirectory = "dump";
    std::vector<OwnMetric> metrics;               ///< what is computed from the counters of each kernel
    std::filesystem::path communicationDirectory; ///< a second place for the JSON of collectives; empty: none
};

/// Collects and writes everything in one run per pass: rank directories, the other forms and ground_truth.json. The
/// directory appears whole or not at all. Progress counts steps of ranks.
Result<collect::CollectSummary> collectTo(const CollectOutput& output, const collect::CollectOptions& options,
                                          const Progress& progress);

} // namespace tideline
