// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/analyze/ranking.h"
#include "core/analyze/steps.h"
#include "core/index/range_stats.h"
#include "core/session/profile_store.h"
#include "tests/support/filled_trace.h"
#include "tests/support/index_text.h"

namespace tideline::test {

/// Figures of all kinds as lines: rankings, steps, sums over ranges, columns, curves, names, arrows.
inline std::vector<std::string> figuresText(const Trace& trace, const TraceIndex& index)
{
    std::vector<std::string> lines = indexText(trace, index);
    for (const RankingOf of : {RankingOf::Kernels, RankingOf::Slices, RankingOf::Communication}) {
        RankingOptions options;
        options.of = of;
        const auto ranking = rank(trace, options);
        for (std::size_t i = 0; ranking && i < ranking->rows.size(); ++i) {
            const RankingRow& row = ranking->rows[i];
            lines.push_back("rank " + row.name + ' ' + row.type + ' ' + std::to_string(row.calls) + ' '
                            + std::to_string(row.total.ns) + ' ' + std::to_string(row.min.ns) + ' '
                            + std::to_string(row.max.ns));
        }
    }
    for (const StepRow& row : stepRows(trace))
        lines.push_back("step " + std::to_string(row.step.value_or(-1)) + ' '
                        + std::to_string(row.wall.value_or(Duration{-1}).ns) + ' '
                        + std::to_string(row.computing.value_or(Duration{-1}).ns) + ' '
                        + std::to_string(row.communication.value_or(Duration{-1}).ns));
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackId track{i};
        const RangeStats stats = rangeStats(trace, {&track, 1}, trace.axisExtent(), 0, Progress{});
        lines.push_back("range " + std::to_string(stats.busy.ns) + ' ' + std::to_string(stats.sum.ns) + ' '
                        + std::to_string(stats.slices) + ' ' + std::to_string(stats.distinctNames));
    }
    return lines;
}

/// Writes a trace with its index and an account.
inline bool writeStore(const std::filesystem::path& path, std::shared_ptr<const Trace> trace, bool arguments = true)
{
    TaskPool pool(1);
    StoredProfile profile;
    profile.paths = {"/made/profile"};
    profile.partial.arguments = arguments;
    profile.index = TraceIndex::build(*trace, pool, Progress{});
    profile.import.trace = std::move(trace);
    profile.import.issues.add(IssueKind::BadTime, "file@12", 3, "why");
    profile.import.files.push_back({"/made/profile", FileStatus::Partial, "cut", 10, {}});
    profile.import.listing.parts.push_back({});
    auto writer = StoreWriter::create(path);
    return writer && writeProfile(profile, **writer, pool, Progress{});
}

} // namespace tideline::test
