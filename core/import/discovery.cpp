// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/discovery.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "core/import/cluster/cluster_choice.h"
#include "core/import/communication/communication_json.h"
#include "core/import/known_files.h"
#include "core/import/listing/raw_capture.h"
#include "core/import/msprof/layout.h"
#include "core/import/msprof/rank_numbers.h"
#include "core/import/partial/part_choice.h"
#include "core/import/passes/pass_choice.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_choice.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kNamesShown = 10;
constexpr std::size_t kSignBytes = 16;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "rank 12", "rank12", "Rank_12": the number, when the name has one.
std::optional<std::int64_t> rankInName(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* prefix : {"rank_", "rank-", "rank ", "rank"}) {
        if (const auto number = numberAfter(name, prefix))
            return number;
    }
    return {};
}

std::optional<std::int64_t> rankHintOf(const fs::path& path)
{
    const auto layout = torchLayout(path);
    if (!layout && msprofLayout(path)) {
        const auto stated = rankOfCapture(path);
        const fs::path bare = path.has_filename() ? path : path.parent_path();
        return stated ? stated : rankInName(bare.parent_path().filename().string());
    }
    if (!layout)
        return rankInName(path.filename().string());
    if (const auto info = profilerInfoFile(layout->root)) {
        if (const auto number = numberAfter(info->filename().string(), "profiler_info_"))
            return number;
    }
    const auto own = rankInName(layout->root.filename().string());
    return own ? own : rankInName(layout->root.parent_path().filename().string());
}

/// Numbers inside names compare as numbers: rank2 before rank10.
bool naturalLess(const std::string& a, const std::string& b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        const std::size_t iEnd = std::min(a.find_first_not_of("0123456789", i), a.size());
        const std::size_t jEnd = std::min(b.find_first_not_of("0123456789", j), b.size());
        const std::size_t iStart = std::min(a.find_first_not_of('0', i), iEnd);
        const std::size_t jStart = std::min(b.find_first_not_of('0', j), jEnd);
        if (iEnd - iStart != jEnd - jStart)
            return iEnd - iStart < jEnd - jStart;
        if (const int order = a.compare(iStart, iEnd - iStart, b, jStart, jEnd - jStart); order != 0)
            return order < 0;
        i = iEnd;
        j = jEnd;
    }
    return std::pair{a.size() - i, a} < std::pair{b.size() - j, b};
}

bool partLess(const DiscoveredPart& a, const DiscoveredPart& b)
{
    if (a.rankHint != b.rankHint)
        return a.rankHint && (!b.rankHint || *a.rankHint < *b.rankHint);
    return naturalLess(a.path.string(), b.path.string());
}

/// Names worth a look inside a directory; a file named by the user is always looked at.
bool isCandidate(const fs::path& path)
{
    constexpr std::string_view kEndings[] = {".json", ".gz", ".zip", ".trace", ".csv", ".db"};
    const std::string name = path.filename().string();
    return std::any_of(std::begin(kEndings), std::end(kEndings),
                       [&name](std::string_view ending) { return std::string_view(name).ends_with(ending); });
}

/// Why no importer took the file, in words that help to go on.
const char* whyUnread(const fs::path& path, std::uint64_t bytes)
{
    if (bytes == 0)
        return "empty file";
    const auto start = textHead(path, kSignBytes);
    if (!start)
        return "the file cannot be opened; check its permissions";
    if (start->starts_with("\xFF\xFE") || start->starts_with("\xFE\xFF"))
        return "UTF-16 text; convert it to UTF-8";
    if (const char* const known = reasonOfKnownFile(path))
        return known;
    return "neither a trace nor a table that this version reads";
}

class Walk {
public:
    Walk(const std::vector<std::unique_ptr<Importer>>& importers, const Progress& progress)
        : m_importers(importers), m_progress(progress)
    {
    }

    void given(const fs::path& path)
    {
        if (path == kStandardInput) {
            m_found.parts.push_back({nullptr, path, {}, true});
            return;
        }
        struct stat info = {};
        if (::stat(path.c_str(), &info) != 0) {
            m_found.failures.push_back({ErrorCode::NotFound, "no such file or directory", path.string(), {}});
            return;
        }
        if (S_ISDIR(info.st_mode)) {
            m_kernelDevices[info.st_dev] = false;
            m_pending.push_back(path);
            return;
        }
        note(path);
        if (enter(info))
            file(path, info, true);
    }

    Discovery finish()
    {
        while (!m_pending.empty() && !m_found.cancelled) {
            const fs::path directory = std::move(m_pending.back());
            m_pending.pop_back();
            visit(directory);
        }
        numberCaptures(m_found.parts);
        std::stable_sort(m_found.parts.begin(), m_found.parts.end(), partLess);
        addRawCaptures();
        return std::move(m_found);
    }

private:
    void visit(const fs::path& directory)
    {
        m_found.cancelled = m_progress.cancelled();
        struct stat info = {};
        if (m_found.cancelled || ::stat(directory.c_str(), &info) != 0 || !enter(info))
            return;
        m_progress.report({Stage::Discover, ++m_directories, 0, 0, directory.string()});
        if (const Importer* importer = importerOf(directory)) {
            m_found.parts.push_back({importer, directory, rankHintOf(directory), false});
            return;
        }
        if (const auto advice = howToAnalyse(directory)) {
            m_found.notAnalysed.push_back(directory);
            m_found.failures.push_back(
                {ErrorCode::Damaged, "the profile was not analysed yet", directory.string(), *advice});
            return;
        }
        if (isRawCapture(directory))
            m_rawCaptures.push_back(directory);
        if (::access(directory.c_str(), R_OK | X_OK) != 0)
            m_found.failures.push_back(
                {ErrorCode::PermissionDenied, "the directory cannot be read", directory.string(), {}});
        for (const fs::path& entry : sortedEntries(directory))
            inside(entry);
    }

    /// Those below which nothing was found that can be read.
    void addRawCaptures()
    {
        for (const fs::path& raw : m_rawCaptures) {
            if (std::any_of(m_found.parts.begin(), m_found.parts.end(),
                            [&raw](const DiscoveredPart& part) { return liesBelow(part.path, raw); }))
                continue;
            m_found.notAnalysed.push_back(raw);
            m_found.failures.push_back(
                {ErrorCode::Damaged, "the profile was not exported yet", raw.string(), howToExport(raw)});
        }
    }

    void inside(const fs::path& entry)
    {
        note(entry);
        struct stat info = {};
        if (::stat(entry.c_str(), &info) != 0) {
            m_found.passedOver.push_back({entry, FileStatus::Skipped, "the link leads nowhere", 0, {}});
            return;
        }
        if (S_ISDIR(info.st_mode) && isOfKernel(entry, info))
            m_found.passedOver.push_back({entry, FileStatus::Skipped, "a file system of the kernel", 0, {}});
        else if (S_ISDIR(info.st_mode))
            m_pending.push_back(entry);
        else if (enter(info))
            file(entry, info, false);
    }

    void file(const fs::path& path, const struct stat& info, bool given)
    {
        const auto bytes = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
        if (!S_ISREG(info.st_mode)) {
            m_found.passedOver.push_back({path, FileStatus::Skipped, "not a regular file", 0, {}});
            return;
        }
        const bool table = path.extension() == ".csv" || (!given && communicationKind(path));
        if (!given && table) {
            m_found.passedOver.push_back(
                {path, FileStatus::Unsupported, "a lone table: open this file itself", bytes, {}});
            return;
        }
        if (!given && !isCandidate(path))
            return;
        if (const Importer* importer = importerOf(path)) {
            m_found.parts.push_back({importer, path, rankHintOf(path), given});
            return;
        }
        m_found.passedOver.push_back({path, FileStatus::Unsupported, whyUnread(path, bytes), bytes, {}});
    }

    bool isOfKernel(const fs::path& directory, const struct stat& info)
    {
        const auto [known, fresh] = m_kernelDevices.try_emplace(info.st_dev);
        if (fresh)
            known->second = isKernelFileSystem(directory);
        return known->second;
    }

    const Importer* importerOf(const fs::path& path) const
    {
        const auto found = std::find_if(m_importers.begin(), m_importers.end(),
                                        [&path](const auto& importer) { return importer->sniff(path); });
        return found == m_importers.end() ? nullptr : found->get();
    }

    /// False for what was seen before under another name: links may form loops.
    bool enter(const struct stat& info) { return m_seen.emplace(info.st_dev, info.st_ino).second; }

    void note(const fs::path& path)
    {
        ++m_found.nameCount;
        if (m_found.names.size() < kNamesShown)
            m_found.names.push_back(path.filename().string());
    }

    const std::vector<std::unique_ptr<Importer>>& m_importers;
    const Progress& m_progress;
    std::vector<fs::path> m_pending;
    std::set<std::pair<dev_t, ino_t>> m_seen;
    std::vector<fs::path> m_rawCaptures;
    std::map<dev_t, bool> m_kernelDevices; // true: not entered
    std::uint64_t m_directories = 0;
    Discovery m_found;
};

} // namespace

Discovery discover(const std::vector<fs::path>& paths, const std::vector<std::unique_ptr<Importer>>& importers,
                   const ImportOptions& options, const Progress& progress)
{
    Walk walk(importers, progress);
    for (const fs::path& path : paths)
        walk.given(path);
    Discovery found = walk.finish();
    chooseClusters(found, options, progress);
    chooseDatabases(found, options, progress);
    choosePasses(found);
    choosePartsAsked(found, importers, options, progress);
    found.cancelled = found.cancelled || progress.cancelled();
    return found;
}

} // namespace tideline
