// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/layout.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "core/decode/csv/csv_reader.h"
#include "core/import/msprof/export_name.h"
#include "core/import/table/table_kind.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kOutputName = "mindstudio_profiler_output";
constexpr std::string_view kDevicePrefix = "device_";
constexpr std::size_t kHeadBytes = 16'384;
constexpr std::size_t kTablesLookedAt = 64;

fs::path withoutSlash(const fs::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

bool isText(const fs::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".csv") || name.ends_with(".json") || name.ends_with(".json.gz")
           || name.ends_with(".json.zip");
}

bool holdsText(const fs::path& directory)
{
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(),
                       [](const fs::path& entry) { return isText(entry) && isRegularFile(entry); });
}

std::optional<std::int64_t> deviceIn(const fs::path& directory)
{
    const std::string name = directory.filename().string();
    if (!name.starts_with(kDevicePrefix))
        return {};
    std::int64_t number = 0;
    const char* const first = name.data() + kDevicePrefix.size();
    const auto [end, error] = std::from_chars(first, name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size() && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

/// The two directories of old exports.
void addOldPlaces(const fs::path& directory, std::vector<MsprofPlace>& places)
{
    for (const char* name : {"timeline", "summary"}) {
        const fs::path place = directory / name;
        if (isDirectory(place) && holdsText(place))
            places.push_back({place, deviceIn(directory)});
    }
}

bool isTable(const fs::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return false;
    const CsvReader csv{std::string_view(*head)};
    return tableOf(csv.header()).kind != TableKind::Unknown;
}

/// Files that were copied out of their capture still have the names that msprof gives: with a time or a slice number.
bool holdsNamedExport(const fs::path& directory)
{
    std::size_t looked = 0;
    for (const fs::path& entry : sortedEntries(directory)) {
        if (!isText(entry))
            continue;
        const ExportName name = exportName(entry);
        if (name.timestamp.empty() && !name.slice)
            continue;
        const bool table = entry.extension() == ".csv";
        if (table ? looked++ < kTablesLookedAt && isTable(entry) : name.kind == "msprof")
            return true;
    }
    return false;
}

bool hasDirectories(const fs::path& directory)
{
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) { return isDirectory(entry); });
}

bool isCapture(const fs::path& path)
{
    return path.filename().string().starts_with("PROF_") || !msprofDevices(path).empty();
}

} // namespace

std::vector<MsprofPlace> msprofDevices(const fs::path& root)
{
    std::vector<MsprofPlace> devices;
    for (const fs::path& entry : sortedEntries(root)) {
        const auto device = deviceIn(entry);
        if (device && isDirectory(entry))
            devices.push_back({entry, device});
    }
    std::sort(devices.begin(), devices.end(),
              [](const MsprofPlace& a, const MsprofPlace& b) { return a.device < b.device; });
    return devices;
}

std::optional<MsprofLayout> msprofLayout(const fs::path& path)
{
    if (!isDirectory(path))
        return {};
    const fs::path bare = withoutSlash(path);
    if (bare.filename() == kOutputName)
        return holdsText(path) ? std::optional(MsprofLayout{bare.parent_path(), {{bare, {}}}}) : std::nullopt;
    MsprofLayout layout{bare, {}};
    if (isDirectory(bare / kOutputName) && holdsText(bare / kOutputName))
        layout.places.push_back({bare / kOutputName, {}});
    if (layout.places.empty() && isCapture(bare)) {
        addOldPlaces(bare, layout.places);
        addOldPlaces(bare / "host", layout.places);
        for (const MsprofPlace& device : msprofDevices(bare))
            addOldPlaces(device.directory, layout.places);
    }
    if (layout.places.empty() && deviceIn(bare)) {
        layout.root = bare.parent_path();
        addOldPlaces(bare, layout.places);
    }
    if (layout.places.empty() && !hasDirectories(bare) && holdsNamedExport(bare))
        layout.places.push_back({bare, {}});
    return layout.places.empty() ? std::nullopt : std::optional(std::move(layout));
}

} // namespace tideline
