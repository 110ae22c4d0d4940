// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analyze/job_verdict.h"
#include "core/analyze/steps.h"
#include "core/import/importer.h"
#include "core/store/trace.h"

namespace tideline {

/// A job as its small files tell it before any timeline is read.
struct JobPreview {
    std::vector<StepRow> rows;          ///< by (rank number, step); empty where the small files have none
    std::shared_ptr<const Trace> trace; ///< the ranks that the rows name, nothing else
    std::optional<double> waitRatio;    ///< waiting as a part of the communication
    JobVerdict verdict;
};

/// From step_trace_time, the communication files and, where those are absent, kernel tables or the overlap analysis of
/// databases; ranks side by side on the threads (0: all). Event traces are not read. O(bytes of the small files).
JobPreview previewJob(const std::vector<std::filesystem::path>& paths, const ImportOptions& options, unsigned threads,
                      const Progress& progress);

} // namespace tideline
