// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu/layout.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/decode/csv/csv_reader.h"
#include "core/import/msprof/layout.h"
#include "core/import/table/table_kind.h"
#include "core/import/text_head.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kOutputName = "ASCEND_PROFILER_OUTPUT";
constexpr std::size_t kHeadBytes = 16'384;
constexpr std::size_t kTablesLookedAt = 64;

/// A table by which a directory is known as a profile's even without a timeline.
bool isProfileTable(const fs::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return false;
    const CsvReader csv{std::string_view(*head)};
    const TableKind kind = tableOf(csv.header()).kind;
    return kind == TableKind::Kernels || kind == TableKind::Memory || kind == TableKind::Allocations;
}

/// Such a table under whatever name; not where plain msprof left its timeline beside it, which has the slices.
bool holdsProfileTable(const fs::path& directory)
{
    bool found = false;
    std::size_t looked = 0;
    for (const fs::path& entry : sortedEntries(directory)) {
        const std::string name = entry.filename().string();
        if (name.starts_with("msprof") && name.ends_with(".json"))
            return false;
        if (!found && name.ends_with(".csv") && looked++ < kTablesLookedAt)
            found = isProfileTable(entry);
    }
    return found;
}

/// The profile of one rank as a database; decided by name, as plain msprof's have the same tables.
bool holdsProfileDatabase(const fs::path& directory)
{
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) {
        const std::string name = entry.filename().string();
        const bool named = name.starts_with("ascend_pytorch_profiler") || name.starts_with("ascend_mindspore_profiler");
        return named && name.ends_with(".db") && isRegularFile(entry);
    });
}

bool holdsRawRecords(const fs::path& directory)
{
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) {
        const std::string name = entry.filename().string();
        return (name == "FRAMEWORK" || name.starts_with("PROF_")) && isDirectory(entry);
    });
}

/// Nobody analysed the whole, but msprof exported a part of it.
bool holdsExport(const fs::path& directory)
{
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) {
        return entry.filename().string().starts_with("PROF_") && msprofLayout(entry);
    });
}

bool isRankDirectory(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms") || profilerInfoFile(path).has_value();
}

/// As a Python string literal, so that the call can be pasted whatever the path holds.
std::string pythonLiteral(const std::string& text)
{
    std::string out(1, '"');
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    out += '"';
    return out;
}

} // namespace

std::optional<TorchLayout> torchLayout(const fs::path& path)
{
    if (!isDirectory(path))
        return {};
    if (isDirectory(path / kOutputName))
        return TorchLayout{path, path / kOutputName};
    fs::path bare = path;
    if (!bare.has_filename())
        bare = bare.parent_path();
    if (bare.filename() == kOutputName)
        return TorchLayout{bare.parent_path(), bare};
    if (isRegularFile(path / "trace_view.json") || holdsProfileDatabase(path)
        || (holdsProfileTable(path) && !msprofLayout(path)))
        return TorchLayout{path, path};
    return {};
}

std::optional<std::string> howToAnalyse(const fs::path& path)
{
    fs::path bare = path;
    if (!bare.has_filename())
        bare = bare.parent_path();
    if (torchLayout(path) || !holdsRawRecords(path) || !isRankDirectory(bare) || holdsExport(path))
        return {};
    std::error_code error;
    fs::path target = fs::absolute(bare, error);
    if (error)
        target = bare;
    const bool mindSpore = bare.filename().string().ends_with("_ascend_ms"); // wants the directory above
    return std::string(
               "It holds raw records only; ASCEND_PROFILER_OUTPUT is missing. To analyse it, run in Python: from ")
           + (mindSpore ? "mindspore" : "torch_npu") + ".profiler.profiler import analyse; analyse("
           + pythonLiteral((mindSpore ? target.parent_path() : target).string()) + ')';
}

std::optional<fs::path> profilerInfoFile(const fs::path& root)
{
    for (const fs::path& entry : sortedEntries(root)) {
        const std::string name = entry.filename().string();
        const bool numbered = numberAfter(name, "profiler_info_").has_value() && name.ends_with(".json");
        if ((numbered || name == "profiler_info.json") && isRegularFile(entry))
            return entry;
    }
    return {};
}

std::optional<std::int64_t> numberAfter(const std::string& text, const std::string& prefix)
{
    const std::size_t at = text.find(prefix);
    if (at == std::string::npos)
        return {};
    std::int64_t number = 0;
    const char* first = text.data() + at + prefix.size();
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), number);
    if (error != std::errc{} || end == first || number < 0)
        return {};
    return number;
}

std::string hostInName(std::string name)
{
    for (const std::string_view suffix : {"_ascend_pt", "_ascend_ms"}) {
        if (name.ends_with(suffix))
            name.resize(name.size() - suffix.size());
    }
    for (int part = 0; part < 2; ++part) {
        const std::size_t bar = name.rfind('_');
        const bool digits = bar != std::string::npos && bar + 1 < name.size()
                            && name.find_first_not_of("0123456789", bar + 1) == std::string::npos;
        if (!digits)
            return {};
        name.resize(bar);
    }
    return name;
}

std::vector<fs::path> sortedEntries(const fs::path& directory)
{
    std::vector<fs::path> entries;
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator{}; entry.increment(error))
        entries.push_back(entry->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

} // namespace tideline
