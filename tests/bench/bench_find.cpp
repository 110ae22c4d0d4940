// SPDX-License-Identifier: GPL-3.0-or-later
// Search and ranking over many slices (T7): a substring over the names, a group by name with sums.
#include "core/analyze/ranking.h"
#include "core/index/trace_index.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/made_trace.h"

namespace {

using namespace tideline;
using namespace tideline::bench;

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto trace = traceInMemory(options.full ? 10'000'000 : 2'500'000, 16);
    TaskPool pool;
    const TraceIndex index = TraceIndex::build(*trace, pool, Progress{});

    std::size_t hits = 0;
    const double findMs = medianCpuMs("find", 9, [&] {
        const auto entries = index.names().find("matmul3");
        hits = 0;
        for (const std::uint32_t entry : entries)
            hits += index.names().slicesOf(entry).size();
    });
    RankingOptions byName;
    byName.of = RankingOf::Slices;
    std::size_t groups = 0;
    const double groupMs = medianCpuMs("group by name", 9, [&] {
        const auto ranking = rank(*trace, byName);
        groups = ranking ? ranking->groups : 0;
    });
    if (hits == 0 || groups == 0)
        report.failed("T7", "nothing was found");
    report.note("slices", static_cast<double>(trace->totals().slices), "slices");
    report.note("hits of the substring", static_cast<double>(hits), "slices");
    report.atMost("T7 find a substring", findMs, "ms", 10);
    report.atMost("T7 group by name with sums", groupMs, "ms", 20);
    return report.exitCode();
}
