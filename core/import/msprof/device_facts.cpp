// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/device_facts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <nlohmann/json.hpp>

#include "core/decode/sqlite/sqlite_database.h"
#include "core/import/msprof/export_name.h"
#include "core/import/msprof/layout.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kFileLimit = std::size_t{4} << 20;
constexpr int kNestingLimit = 64; // what is nested deeper is left out

json objectIn(const fs::path& path)
{
    const auto text = smallFile(path, kFileLimit);
    if (!text)
        return json(json::value_t::discarded);
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth <= kNestingLimit; };
    json document = json::parse(*text, shallow, false, true);
    return document.is_object() ? document : json(json::value_t::discarded);
}

std::string textOf(const json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.is_number() || value.is_boolean() ? value.dump() : std::string();
}

std::string memberText(const json& object, const char* name)
{
    const auto found = object.find(name);
    return found == object.end() ? std::string() : textOf(*found);
}

std::optional<std::int64_t> rankIn(const json& info)
{
    const std::string text = memberText(info, "rank_id");
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size() && number >= 0; // -1: unknown
    return whole ? std::optional(number) : std::nullopt;
}

/// Frequencies and numbers of cores of a device.
void takeDevice(const json& info, DeviceFacts& facts)
{
    const auto list = info.find("DeviceInfo");
    if (list == info.end() || !list->is_array())
        return;
    for (const json& device : *list) {
        const bool other = device.is_object() && memberText(device, "id") != std::to_string(facts.device);
        if (!device.is_object() || (other && list->size() > 1))
            continue;
        for (const char* name : {"ai_core_num", "aiv_num", "aic_frequency", "aiv_frequency", "hwts_frequency"}) {
            if (const std::string text = memberText(device, name); !text.empty())
                facts.switches[name] = text;
        }
    }
}

/// The first of the names that is a JSON object.
json firstObject(const fs::path& directory, const std::array<std::string, 2>& names, DeviceFacts& facts)
{
    for (const std::string& name : names) {
        json document = isRegularFile(directory / name) ? objectIn(directory / name) : json(json::value_t::discarded);
        if (!document.is_object())
            continue;
        facts.files.push_back(directory / name);
        return document;
    }
    return json::object();
}

void readFacts(const fs::path& directory, DeviceFacts& facts)
{
    const std::string number = std::to_string(facts.device);
    const json info = firstObject(directory, {"info.json." + number, "info.json"}, facts);
    facts.rank = rankIn(info);
    facts.host = memberText(info, "hostname");
    facts.hostUid = memberText(info, "hostUid");
    if (const std::string chip = memberText(info, "platform_version"); !chip.empty())
        facts.switches["platform_version"] = chip;
    takeDevice(info, facts);
    const json sample = firstObject(directory, {"sample.json", "sample.json." + number}, facts);
    for (const auto& [key, value] : sample.items()) {
        if (const std::string text = textOf(value); !text.empty())
            facts.switches[key] = text;
    }
}

fs::path newestDatabase(const fs::path& root)
{
    std::vector<fs::path> databases;
    for (const fs::path& entry : sortedEntries(root)) {
        if (entry.extension() == ".db" && entry.filename().string().starts_with("msprof") && isRegularFile(entry))
            databases.push_back(entry);
    }
    const auto newest = std::max_element(databases.begin(), databases.end(), [](const fs::path& a, const fs::path& b) {
        return isLaterExport(exportName(b.stem()).timestamp, exportName(a.stem()).timestamp);
    });
    return newest == databases.end() ? fs::path() : *newest;
}

} // namespace

std::vector<DeviceFacts> deviceFacts(const fs::path& root)
{
    std::vector<DeviceFacts> all;
    for (const MsprofPlace& place : msprofDevices(root)) {
        DeviceFacts facts;
        facts.device = *place.device;
        readFacts(place.directory, facts);
        all.push_back(std::move(facts));
    }
    return all;
}

void addRanks(const fs::path& root, std::vector<DeviceFacts>& facts, const ImportOptions& options,
              const Progress& progress)
{
    if (facts.size() == 1) {
        const auto info = profilerInfoFile(root.parent_path());
        const auto number = info ? numberAfter(info->filename().string(), "profiler_info_") : std::nullopt;
        if (number)
            facts.front().rank = number;
    }
    const bool known = std::all_of(facts.begin(), facts.end(), [](const DeviceFacts& one) { return one.rank; });
    const fs::path path = known ? fs::path() : newestDatabase(root);
    if (path.empty())
        return;
    const auto database = SqliteDatabase::open(path, {options.scratchDir}, progress);
    if (!database)
        return; // the reader of the part reports it
    constexpr std::array<std::string_view, 2> kColumns = {"rankId", "deviceId"};
    SqliteRows rows = database->rows("RANK_DEVICE_MAP", kColumns);
    while (rows.next()) {
        const auto rank = rows.integer(0);
        for (DeviceFacts& one : facts) {
            if (!one.rank && rank && *rank >= 0 && rows.integer(1) == one.device)
                one.rank = rank;
        }
    }
}

} // namespace tideline
