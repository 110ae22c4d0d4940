// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_kind.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/decode/csv/csv_reader.h"
#include "core/import/table/table_kind.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kHeadBytes = 16'384;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::array<std::pair<ClusterFile, std::string_view>, 4> kNames = {
    {{ClusterFile::Steps, "cluster_step_trace_time"},
     {ClusterFile::Operations, "cluster_communication"},
     {ClusterFile::Matrix, "cluster_communication_matrix"},
     {ClusterFile::Groups, "communication_group"}}};

bool isStepTable(std::string_view head)
{
    const CsvReader csv{head};
    const std::vector<std::string>& header = csv.header();
    return columnOf(header, {"Computing"}) >= 0 && columnOf(header, {"Index"}) >= 0 && columnOf(header, {"Type"}) >= 0;
}

/// The text of the string that opens at or behind `at`, and the offset behind it.
std::pair<std::string_view, std::size_t> stringAt(std::string_view head, std::size_t at)
{
    const std::size_t open = head.find('"', at);
    const std::size_t close = open == std::string_view::npos ? open : head.find('"', open + 1);
    if (close == std::string_view::npos)
        return {{}, std::string_view::npos};
    return {head.substr(open + 1, close - open - 1), close + 1};
}

/// Files of a job begin with the kind of communication, or, in older ones, with the ranks of a stage: "(0, 1)".
bool isKindKey(std::string_view key)
{
    return key == "p2p" || key == "collective" || (key.starts_with('(') && key.ends_with(')'));
}

/// The file's name up to its first dot; copies often get a suffix.
std::optional<ClusterFile> byName(const fs::path& path)
{
    const std::string name = path.filename().string();
    for (const auto& [file, known] : kNames) {
        if (std::string_view(name).substr(0, name.find('.')) == known)
            return file;
    }
    return {};
}

std::optional<ClusterFile> jsonKind(std::string_view head, const fs::path& path)
{
    const std::size_t open = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    if (open == std::string_view::npos || head[open] != '{')
        return {};
    const auto [key, behind] = stringAt(head, open + 1);
    if (key == "comm_group_parallel_info")
        return ClusterFile::Groups;
    if (!isKindKey(key))
        return head.find_first_not_of(kBlanks, open + 1) == head.find('}', open + 1) ? byName(path) : std::nullopt;
    const std::size_t colon = head.find_first_not_of(kBlanks, behind);
    const std::size_t value = colon == std::string_view::npos ? colon : head.find_first_not_of(kBlanks, colon + 1);
    if (value != std::string_view::npos && head[value] == '[')
        return ClusterFile::Groups;
    if (head.find("\"Communication Time Info\"") != std::string_view::npos)
        return ClusterFile::Operations;
    if (head.find("\"Transport Type\"") != std::string_view::npos)
        return ClusterFile::Matrix;
    return byName(path);
}

} // namespace

std::optional<ClusterFile> clusterFile(const fs::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return {};
    if (head->empty())
        return byName(path);
    const auto json = jsonKind(*head, path);
    if (json)
        return json;
    const bool text = std::find(head->begin(), head->end(), '\0') == head->end();
    return text && isStepTable(*head) ? std::optional(ClusterFile::Steps) : std::nullopt;
}

std::string clusterName(ClusterFile file)
{
    const auto* const found =
        std::find_if(kNames.begin(), kNames.end(), [file](const auto& known) { return known.first == file; });
    return found == kNames.end() ? std::string() : std::string(found->second);
}

bool isClusterDatabaseName(const fs::path& path)
{
    const std::string name = path.filename().string();
    return path.extension() == ".db" && (name.starts_with("cluster_") || name == "communication_analyzer.db");
}

bool isClusterDirectory(const fs::path& path)
{
    if (!isDirectory(path))
        return false;
    fs::path bare = path;
    if (!bare.has_filename())
        bare = bare.parent_path();
    const bool named = bare.filename().string().starts_with("cluster_analysis_output");
    bool holds = false;
    for (const fs::path& entry : sortedEntries(path)) {
        if (isDirectory(entry)) {
            if (!named)
                return false;
            continue;
        }
        const bool candidate =
            byName(entry).has_value() || entry.filename().string().starts_with("communication_group");
        const bool database = isClusterDatabaseName(entry) && (named || entry.filename() == "cluster_analysis.db");
        holds = holds || (isRegularFile(entry) && (database || (candidate && clusterFile(entry))));
    }
    return holds;
}

} // namespace tideline
