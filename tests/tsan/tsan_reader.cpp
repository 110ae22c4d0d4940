// SPDX-License-Identifier: GPL-3.0-or-later
// Four workers read one generated trace and fill a builder; checked by ThreadSanitizer in the preset tsan.
#include <cstdio>
#include <string>
#include <vector>

#include "core/decode/archive/unpack.h"
#include "core/import/chrome/trace_json.h"

using namespace tideline;

namespace {

constexpr int kEvents = 60'000;

std::string generated()
{
    std::string text = "[";
    for (int i = 0; i < kEvents; ++i) {
        const std::string number = std::to_string(i);
        text += (i ? ",\n" : "\n") + std::string(R"({"ph":")") + (i % 4 == 0 ? "C" : "X") + R"(","pid":)"
                + std::to_string(i % 3) + R"(,"tid":)" + std::to_string(i % 11) + R"(,"name":"n)"
                + std::to_string(i % 501) + (i % 5000 == 17 ? "\t" : "") + R"(","ts":)" + number
                + R"(,"dur":0.5,"args":{"v":)" + number + "}}";
    }
    return text + "]";
}

} // namespace

int main()
{
    TaskPool pool(4);
    TraceBuilder builder;
    ImportIssues issues;
    std::vector<FileReport> files;
    const ImportOptions options;
    std::uint64_t reports = 0;
    const Progress progress({}, [&reports](const ProgressUpdate&) { ++reports; });
    ImportContext context{builder, issues, files, pool, progress, options};
    const RankId rank = builder.addRank({});
    const auto data = memorySource(generated());
    const std::vector<TraceJsonInput> inputs = {{"generated.json", {{}, data, false, {}}}};
    if (!readTraceJson(inputs, rank, context))
        return 1;
    const auto trace = TraceBuilder::freeze(std::move(builder), pool, progress);
    if (!trace)
        return 1;
    const TraceTotals& totals = (*trace)->totals();
    const bool right = totals.slices == kEvents / 4 * 3 && totals.counterSamples == kEvents / 4 && reports > 0;
    std::printf("%llu slices, %llu samples\n", static_cast<unsigned long long>(totals.slices),
                static_cast<unsigned long long>(totals.counterSamples));
    return right ? 0 : 1;
}
