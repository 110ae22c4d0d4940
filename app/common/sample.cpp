// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/sample.h"

#include "app/common/collect_output.h"

namespace tideline {

namespace {

constexpr std::uint64_t kSampleSeed = 7;

} // namespace

collect::CollectOptions sampleOptions()
{
    collect::CollectOptions options;
    options.scenario = "resnet50-train";
    options.ranks = 2;
    options.steps = 3;
    options.seed = kSampleSeed;
    options.memory = true;
    return options;
}

Result<collect::CollectSummary> collectInto(const std::filesystem::path& directory,
                                            const collect::CollectOptions& options, bool force,
                                            const Progress& progress)
{
    CollectOutput output;
    output.directory = directory;
    output.force = force;
    output.truth = false;
    return collectTo(output, options, progress);
}

Result<std::filesystem::path> writeSample(const std::filesystem::path& directory, bool force, const Progress& progress)
{
    const Result<collect::CollectSummary> summary = collectInto(directory, sampleOptions(), force, progress);
    if (!summary)
        return summary.error();
    return directory;
}

} // namespace tideline
