// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/sample.h"

#include <cerrno>
#include <memory>
#include <system_error>

#include <stdlib.h>

#include "core/export/torch_npu/text_writer.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSampleSeed = 7;

Error failed(const std::string& what, const fs::path& path, const std::error_code& code)
{
    return {ErrorCode::NotWritable, what + ": " + code.message(), path.string(), {}};
}

/// A directory that is removed unless it was moved to its place.
class TemporaryDirectory {
public:
    explicit TemporaryDirectory(fs::path path) : m_path(std::move(path)) {}
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

Status checkTarget(const fs::path& directory, bool force)
{
    std::error_code code;
    const fs::file_status status = fs::status(directory, code);
    if (!fs::exists(status))
        return Done{};
    if (!fs::is_directory(status))
        return Error{ErrorCode::NotWritable, "there is a file of this name", directory.string(), {}};
    const bool empty = fs::is_empty(directory, code);
    if (code)
        return failed("cannot read the directory", directory, code);
    if (!empty && !force)
        return Error{ErrorCode::NotWritable, "the directory is not empty", directory.string(),
                     "Choose another one, or force writing into it"};
    return Done{};
}

Status makeTemporary(const fs::path& directory, fs::path& made)
{
    std::error_code code;
    const fs::path parent = directory.parent_path();
    fs::create_directories(parent, code);
    if (code)
        return failed("cannot create the directory", parent, code);
    std::string name = (parent / ("." + directory.filename().string() + ".XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return failed("cannot create a directory beside it", directory,
                      std::error_code(errno, std::generic_category()));
    fs::permissions(name,
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read
                        | fs::perms::others_exec,
                    code);
    made = name;
    return Done{};
}

Status moveInto(const fs::path& from, const fs::path& directory)
{
    std::error_code code;
    fs::rename(from, directory, code);
    if (!code)
        return Done{};
    code.clear();
    for (const fs::directory_entry& entry : fs::directory_iterator(from, code)) {
        const fs::path target = directory / entry.path().filename();
        fs::remove_all(target, code);
        if (!code)
            fs::rename(entry.path(), target, code);
        if (code)
            return failed("cannot move the result to its place", target, code);
    }
    if (code)
        return failed("cannot move the result to its place", directory, code);
    return Done{};
}

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

Result<collect::CollectSummary> collectInto(const fs::path& directory, const collect::CollectOptions& options,
                                            bool force, const Progress& progress)
{
    std::error_code code;
    fs::path target = fs::absolute(directory, code).lexically_normal();
    if (!target.has_filename())
        target = target.parent_path();
    const Status free = checkTarget(target, force);
    if (!free)
        return free.error();
    fs::path made;
    const Status created = makeTemporary(target, made);
    if (!created)
        return created.error();
    const TemporaryDirectory temporary(made);
    const auto sinks = [&made](std::uint32_t) { return std::make_unique<torch_npu::TextWriter>(made); };
    const Result<collect::CollectSummary> summary = collect::collect(options, sinks, progress);
    if (!summary)
        return summary.error();
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "collecting was cancelled", {}, {}};
    const Status moved = moveInto(temporary.path(), target);
    if (!moved)
        return moved.error();
    return summary;
}

Result<fs::path> writeSample(const fs::path& directory, bool force, const Progress& progress)
{
    const Result<collect::CollectSummary> summary = collectInto(directory, sampleOptions(), force, progress);
    if (!summary)
        return summary.error();
    return directory;
}

} // namespace tideline
