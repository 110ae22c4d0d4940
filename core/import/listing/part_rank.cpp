// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>

#include "core/decode/sqlite/sqlite_database.h"
#include "core/import/listing/part_facts.h"
#include "core/import/msprof/rank_numbers.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu/profiler_info.h"
#include "core/import/torch_npu_db/database_kind.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

/// A whole number that stands behind `key` and a colon, quoted or not, in JSON whose end may be missing.
std::optional<std::int64_t> memberIn(std::string_view text, std::string_view key)
{
    std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return {};
    at = text.find_first_not_of(" \t\r\n:\"", at + key.size());
    if (at == std::string_view::npos)
        return {};
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    return error == std::errc{} && number >= 0 ? std::optional(number) : std::nullopt;
}

/// distributedInfo stands before the events where the framework wrote the trace.
std::optional<std::int64_t> rankInTrace(const fs::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return {};
    const std::size_t at = head->find("\"distributedInfo\"");
    return at == std::string::npos ? std::nullopt : memberIn(std::string_view(*head).substr(at), "\"rank\"");
}

std::optional<std::int64_t> rankInDatabase(const fs::path& path, const ImportOptions& options, const Progress& progress)
{
    for (const char* prefix : {"ascend_pytorch_profiler_", "ascend_mindspore_profiler_"}) {
        if (const auto number = numberAfter(path.filename().string(), prefix))
            return number;
    }
    const auto database = SqliteDatabase::open(path, {options.scratchDir}, progress);
    if (!database)
        return {};
    constexpr std::array<std::string_view, 1> kColumns = {"rankId"};
    SqliteRows rows = database->rows("RANK_DEVICE_MAP", kColumns);
    std::optional<std::int64_t> rank;
    while (rows.next()) {
        const auto number = rows.integer(0);
        if (!number || *number < 0 || rank)
            return {}; // of no rank, or of several
        rank = *number;
    }
    return rank;
}

std::optional<std::int64_t> rankInDirectory(const DiscoveredPart& part)
{
    const auto layout = torchLayout(part.path);
    if (!layout)
        return rankOfCapture(part.path);
    if (const auto info = profilerInfoFile(layout->root)) {
        if (const auto number = numberAfter(info->filename().string(), "profiler_info_"))
            return number;
    }
    RankInfo info;
    std::vector<fs::path> damaged;
    readProfilerInfo(layout->root, layout->output, info, damaged);
    return info.rank;
}

} // namespace

std::optional<std::int64_t> rankBeforeReading(const DiscoveredPart& part, const ImportOptions& options,
                                              const Progress& progress)
{
    if (!part.importer)
        return {};
    std::optional<std::int64_t> rank;
    if (isDirectory(part.path))
        rank = rankInDirectory(part);
    else if (isDatabaseFile(part.path))
        rank = rankInDatabase(part.path, options, progress);
    else
        rank = rankInTrace(part.path);
    return rank ? rank : part.rankHint;
}

} // namespace tideline
