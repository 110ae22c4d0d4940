// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/store/trace_builder.h"

namespace tideline::test {

/// How much of everything a rank gets.
struct FilledRank {
    std::int64_t number = 0;
    std::uint64_t seed = 1;
    std::size_t tracks = 3;
    std::size_t slices = 120; ///< of each track
    std::size_t others = 40;  ///< rows of each other table
    std::vector<std::string> metrics{"cube_utilization(%)"};
    std::size_t texts = 120; ///< events of its source that say something besides their columns
};

/// Adds a rank with random rows in every table that a trace has: lanes with nested and overlapping slices, instants,
/// samples with gaps, arrows with loose ends, steps, kernels tied to slices, records, tables kept as they are, sources.
/// Equal arguments add equal rows.
void addFilledRank(TraceBuilder& builder, const FilledRank& plan);

/// A trace with these ranks.
std::shared_ptr<const Trace> filledTrace(const std::vector<FilledRank>& plans);

/// Everything a trace holds, a line per row, texts and numbers instead of their ids: equal texts are equal traces.
std::vector<std::string> traceText(const Trace& trace);

/// The first line that differs, for a message; empty when there is none.
std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b);

} // namespace tideline::test
