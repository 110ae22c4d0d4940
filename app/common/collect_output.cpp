// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/collect_output.h"

#include <algorithm>
#include <sys/resource.h>
#include <system_error>
#include <utility>

#include "app/common/fresh_directory.h"
#include "app/common/rank_sinks.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

Error failed(const std::string& what, const fs::path& path, const std::error_code& code)
{
    return {ErrorCode::NotWritable, what + ": " + code.message(), path.string(), {}};
}

/// Each rank's database is open for the whole run.
void allowManyFiles()
{
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max)
        return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

Status writeTruth(const fs::path& folder, const collect::GroundTruth& truth)
{
    torch_npu::OutputFile file;
    const Status opened = file.open(folder / "ground_truth.json");
    if (!opened)
        return opened;
    file.write(collect::toJson(truth));
    return file.close();
}

/// The files below the directory whose names the check takes.
template <typename Check>
std::vector<fs::path> filesBelow(const fs::path& folder, Check&& check)
{
    std::vector<fs::path> out;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
        if (entry->is_regular_file(code) && check(entry->path().filename().string()))
            out.push_back(entry->path());
    std::sort(out.begin(), out.end());
    return out;
}

bool isTimeline(const std::string& name)
{
    return name.ends_with(".json")
           && (name == "trace_view.json" || name.starts_with("msprof_") || name.starts_with("chrome_trace_"));
}

/// Leaves that share of each timeline of the rank, as a full disk or a killed process would.
Status truncateTimelines(const fs::path& folder, const collect::TruncatedRank& truncated)
{
    constexpr double kPercent = 100;
    const std::string info = "profiler_info_" + std::to_string(truncated.rank) + ".json";
    std::error_code code;
    for (const fs::path& place : filesBelow(folder, [&info](const std::string& name) { return name == info; })) {
        for (const fs::path& path : filesBelow(place.parent_path(), isTimeline)) {
            const auto bytes = static_cast<double>(fs::file_size(path, code));
            if (!code)
                fs::resize_file(path, static_cast<std::uintmax_t>(bytes * truncated.percent / kPercent), code);
            if (code)
                return failed("cannot shorten the file", path, code);
        }
    }
    return Done{};
}

/// Copies the JSON of collectives to its second place, by rank directory.
Status copyCommunication(const fs::path& folder, const fs::path& target)
{
    const auto isCommunication = [](const std::string& name) {
        return name == "communication.json" || name == "communication_matrix.json";
    };
    std::error_code code;
    for (const fs::path& path : filesBelow(folder, isCommunication)) {
        const fs::path copy = target / fs::relative(path, folder, code);
        fs::create_directories(copy.parent_path(), code);
        if (!code)
            fs::copy_file(path, copy, fs::copy_options::overwrite_existing, code);
        if (code)
            return failed("cannot write the file", copy, code);
    }
    return Done{};
}

/// `dump` is where tensors are described; a path of its own, or one below the folder.
Result<collect::CollectSummary> runPass(const fs::path& folder, const fs::path& dump, const CollectOutput& output,
                                        const collect::CollectOptions& options, const Progress& progress)
{
    RankSinks sinks(folder, options.dump ? folder / dump : fs::path(), output, progress);
    Result<collect::CollectSummary> summary = collect::collect(
        options, [&sinks](std::uint32_t) { return sinks.make(); }, Progress(progress.stopToken()));
    if (!summary)
        return summary;
    const Status finished = sinks.finish();
    if (!finished)
        return finished.error();
    if (summary->truncated) {
        const Status cut = truncateTimelines(folder, *summary->truncated);
        if (!cut)
            return cut.error();
    }
    return summary;
}

/// One run, or one a counter group, each in its own directory.
Result<collect::CollectSummary> runPasses(const fs::path& folder, const fs::path& dump, const CollectOutput& output,
                                          collect::CollectOptions options, const Progress& progress)
{
    if (output.communicationLevel > 0)
        options.communicationLevel = static_cast<capture::TraceLevel>(output.communicationLevel);
    if (output.groups.size() < 2) {
        if (!output.groups.empty())
            options.pmuGroup = output.groups.front();
        return runPass(folder, dump, output, options, progress);
    }
    Result<collect::CollectSummary> first = Error{};
    for (std::size_t i = 0; i < output.groups.size(); ++i) {
        options.pmuGroup = output.groups[i];
        const fs::path place =
            folder / ("pass" + std::to_string(i + 1) + "_" + std::string(capture::pmuGroupName(options.pmuGroup)));
        std::error_code code;
        fs::create_directories(place, code);
        if (code)
            return failed("cannot create the directory", place, code);
        Result<collect::CollectSummary> summary = runPass(place, dump, output, options, progress);
        if (!summary)
            return summary;
        if (i == 0)
            first = std::move(summary);
        options.dump.reset(); // the same tensors in every pass
    }
    return first;
}

bool leadsUpwards(const fs::path& path)
{
    return std::find(path.begin(), path.end(), "..") != path.end();
}

/// A directory of its own for descriptions of tensors, where it is not one below the results.
Status openDump(const CollectOutput& output, FreshDirectory& dump)
{
    std::error_code code;
    const fs::path path = output.dumpDirectory.lexically_normal();
    if (!path.is_absolute())
        return path.empty() || leadsUpwards(path)
                   ? Status(Error{ErrorCode::InvalidArgument, "this path leaves the directory of the results",
                                  output.dumpDirectory.string(), "Name a directory below it, or an absolute path"})
                   : Status(Done{});
    const fs::path inside = path.lexically_relative(fs::absolute(output.directory, code).lexically_normal());
    if (!inside.empty() && !leadsUpwards(inside))
        return Error{ErrorCode::InvalidArgument, "this path lies in the directory of the results", path.string(),
                     "Name it relative to that directory"};
    return dump.open(path, output.force);
}

} // namespace

Result<collect::CollectSummary> collectTo(const CollectOutput& output, const collect::CollectOptions& options,
                                          const Progress& progress)
{
    allowManyFiles();
    FreshDirectory directory;
    const Status opened = directory.open(output.directory, output.force);
    if (!opened)
        return opened.error();
    FreshDirectory dump;
    if (options.dump) {
        const Status placed = openDump(output, dump);
        if (!placed)
            return placed.error();
    }
    const bool apart = options.dump && output.dumpDirectory.is_absolute();
    Result<collect::CollectSummary> summary =
        runPasses(directory.place(), apart ? dump.place() : output.dumpDirectory, output, options, progress);
    if (!summary)
        return summary;
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "collecting was cancelled", {}, {}};
    std::vector<Status> results = {output.truth ? writeTruth(directory.place(), summary->truth) : Status(Done{})};
    if (!output.communicationDirectory.empty())
        results.push_back(copyCommunication(directory.place(), output.communicationDirectory));
    if (apart)
        results.push_back(dump.finish());
    results.push_back(results.front() ? directory.finish() : Status(Done{}));
    for (const Status& result : results)
        if (!result)
            return result.error();
    return summary;
}

} // namespace tideline
