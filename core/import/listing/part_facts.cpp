// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/listing/part_facts.h"

#include <algorithm>
#include <array>
#include <map>
#include <sys/stat.h>
#include <utility>

#include "core/import/listing/reading_rates.h"
#include "core/import/msprof/layout.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 5> kEndings = {".json", ".csv", ".gz", ".zip", ".db"};
constexpr std::array<std::string_view, 5> kInDatabase = {"kernel_details", "task_time", "memory_record",
                                                         "operator_memory", "npu_module_mem"};
constexpr std::size_t kLeastStampDigits = 12; // of 14 (date and time) to 20
constexpr std::size_t kMostStampDigits = 20;

struct SizedFile {
    fs::path path;
    std::uint64_t bytes = 0;
};

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDatabase(const fs::path& path)
{
    return path.extension() == ".db";
}

/// "20250809121314" in "op_summary_20250809121314.csv" and "msprof_20250809121314_1.json"; else "".
std::string stampIn(const fs::path& path)
{
    std::string stem = path.filename().string();
    stem.resize(std::min(stem.find('.'), stem.size()));
    for (std::size_t bar = stem.rfind('_'); bar != std::string::npos; bar = stem.rfind('_')) {
        const std::string token = stem.substr(bar + 1);
        if (!isDigits(token))
            return {};
        if (token.size() >= kLeastStampDigits && token.size() <= kMostStampDigits)
            return token;
        stem.resize(bar);
    }
    return {};
}

bool isNewer(const std::string& a, const std::string& b)
{
    return a.size() != b.size() ? a.size() > b.size() : a > b;
}

/// The regular files of a directory that an importer may read.
void addFiles(const fs::path& directory, std::vector<SizedFile>& files)
{
    for (const fs::path& entry : sortedEntries(directory)) {
        struct stat info = {};
        const std::string name = entry.filename().string();
        const bool known = std::any_of(kEndings.begin(), kEndings.end(),
                                       [&name](std::string_view ending) { return name.ends_with(ending); });
        if (known && ::stat(entry.c_str(), &info) == 0 && S_ISREG(info.st_mode))
            files.push_back({entry, static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0))});
    }
}

void addRead(PartFacts& facts, const SizedFile& file)
{
    facts.bytes += file.bytes;
    facts.seconds += readingSeconds(file.path, file.bytes);
}

std::string databaseFormat(const fs::path& path)
{
    return path.filename().string().starts_with("msprof") ? "msprof-db" : "torch-npu-db";
}

/// The profile of a rank as a database, by name: this is asked for every rank of a large job.
bool isProfileDatabase(const fs::path& path)
{
    const std::string name = path.filename().string();
    constexpr std::array<std::string_view, 3> kBegins = {"ascend_pytorch_profiler", "ascend_mindspore_profiler",
                                                         "msprof"};
    return isDatabase(path) && std::any_of(kBegins.begin(), kBegins.end(), [&name](std::string_view begin) {
               return name.starts_with(begin);
           });
}

PassedFiles passedDatabase(const SizedFile& file, std::string reason)
{
    return {file.path, databaseFormat(file.path), file.bytes, readingSeconds(file.path, file.bytes), std::move(reason),
            true};
}

bool isTimeline(const SizedFile& file)
{
    const std::string name = file.path.filename().string();
    const bool torch = name == "trace_view.json" || name == "trace_view.json.gz" || name == "trace_view.json.zip";
    return file.bytes > 0 && (torch || (name.starts_with("msprof") && name.ends_with(".json")));
}

/// Moves the files of all exports but the newest to what is passed over, an export each.
void passOlderExports(std::vector<SizedFile>& files, PartFacts& facts)
{
    std::string newest;
    for (const SizedFile& file : files) {
        const std::string stamp = stampIn(file.path);
        if (isNewer(stamp, newest))
            newest = stamp;
    }
    std::map<std::string, PassedFiles> older;
    for (const SizedFile& file : files) {
        const std::string stamp = stampIn(file.path);
        if (stamp.empty() || stamp == newest)
            continue;
        const auto [at, fresh] = older.try_emplace(stamp);
        PassedFiles& passed = at->second;
        if (fresh || isTimeline(file))
            passed.path = file.path;
        passed.format = facts.format;
        passed.bytes += file.bytes;
        passed.seconds += readingSeconds(file.path, file.bytes);
        passed.reason = "an older export of the same capture; the newest, " + newest + ", is read";
    }
    std::erase_if(files, [&newest](const SizedFile& file) {
        const std::string stamp = stampIn(file.path);
        return !stamp.empty() && stamp != newest;
    });
    for (auto& [stamp, passed] : older)
        facts.passed.push_back(std::move(passed));
}

/// Text before a database: a database is read where there is no timeline, and then without the tables that it has too.
void chooseForm(std::vector<SizedFile>& files, PartFacts& facts)
{
    const bool text = std::any_of(files.begin(), files.end(), isTimeline);
    const auto database =
        std::find_if(files.begin(), files.end(), [](const SizedFile& file) { return isProfileDatabase(file.path); });
    if (database == files.end())
        return;
    const SizedFile first = *database;
    if (!text)
        facts.format = databaseFormat(first.path);
    std::erase_if(files, [&](const SizedFile& file) {
        if (!isProfileDatabase(file.path)) {
            const std::string name = file.path.filename().string();
            return !text && file.path.extension() == ".csv"
                   && std::any_of(kInDatabase.begin(), kInDatabase.end(),
                                  [&name](std::string_view begin) { return name.starts_with(begin); });
        }
        if (!text && file.path == first.path)
            return false;
        facts.passed.push_back(passedDatabase(file, text ? "the text files of the same capture are read"
                                                         : "the same was read from " + first.path.filename().string()));
        return true;
    });
}

/// The one device whose raw records lie in the directory; nothing where there are several.
std::optional<std::int64_t> deviceIn(const fs::path& directory)
{
    const std::vector<MsprofPlace> devices = msprofDevices(directory);
    return devices.size() == 1 ? devices.front().device : std::nullopt;
}

void readDirectory(const fs::path& path, PartFacts& facts)
{
    std::vector<SizedFile> files;
    std::vector<fs::path> devicePlaces{path};
    if (const auto layout = torchLayout(path)) {
        facts.host = hostInName(layout->root.filename().string());
        addFiles(layout->output, files);
        if (layout->root != layout->output) {
            addFiles(layout->root, files);
            for (const fs::path& entry : sortedEntries(layout->root)) {
                if (entry.filename().string().starts_with("PROF_"))
                    devicePlaces.push_back(entry);
            }
        }
    } else if (const auto capture = msprofLayout(path)) {
        devicePlaces = {capture->root};
        for (const MsprofPlace& place : capture->places)
            addFiles(place.directory, files);
        if (capture->root == path)
            addFiles(path, files); // databases lie there
        passOlderExports(files, facts);
    } else {
        addFiles(path, files);
        passOlderExports(files, facts);
    }
    for (const fs::path& place : devicePlaces) {
        const auto device = deviceIn(place);
        if (device && facts.device) {
            facts.device.reset();
            break;
        }
        facts.device = device ? device : facts.device;
    }
    chooseForm(files, facts);
    for (const SizedFile& file : files)
        addRead(facts, file);
}

} // namespace

PartFacts factsOf(const DiscoveredPart& part)
{
    PartFacts facts;
    if (!part.importer) {
        facts.format = "chrome-trace";
        return facts;
    }
    facts.format = std::string(part.importer->id());
    struct stat info = {};
    if (::stat(part.path.c_str(), &info) != 0)
        return facts;
    if (S_ISDIR(info.st_mode)) {
        readDirectory(part.path, facts);
        return facts;
    }
    if (isDatabase(part.path) && facts.format == "database")
        facts.format = databaseFormat(part.path);
    addRead(facts, {part.path, static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0))});
    return facts;
}

} // namespace tideline
