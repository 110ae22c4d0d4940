// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu/profiler_info.h"

#include <charconv>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t kFileLimit = std::size_t{16} << 20;
constexpr std::size_t kSwitchLimit = 10'000;
constexpr int kDepthLimit = 8;
constexpr int kNestingLimit = 64; // what is nested deeper is left out

/// The object a small JSON file holds; discarded when it holds none.
json objectIn(const fs::path& path)
{
    const auto text = smallFile(path, kFileLimit);
    if (!text)
        return json(json::value_t::discarded);
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth <= kNestingLimit; };
    json document = json::parse(*text, shallow, false, true);
    return document.is_object() ? document : json(json::value_t::discarded);
}

std::string scalarText(const json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string listText(const json& list)
{
    std::string out;
    for (const json& item : list) {
        if (!out.empty())
            out += ',';
        out += scalarText(item);
    }
    return out;
}

void flatten(const json& object, const std::string& prefix, int depth, std::map<std::string, std::string>& into)
{
    for (const auto& [key, value] : object.items()) {
        if (into.size() >= kSwitchLimit)
            return;
        const std::string name = prefix.empty() ? key : prefix + "." + key;
        if (value.is_object() && depth < kDepthLimit)
            flatten(value, name, depth + 1, into);
        else if (value.is_array())
            into[name] = listText(value);
        else
            into[name] = scalarText(value);
    }
}

/// config.common_config.record_shapes is known to people as record_shapes.
std::map<std::string, std::string> switchesOf(const json& info)
{
    std::map<std::string, std::string> switches;
    for (const auto& [key, value] : info.items()) {
        if (key != "config" || !value.is_object()) {
            flatten(json::object({{key, value}}), {}, 0, switches);
            continue;
        }
        for (const auto& [group, settings] : value.items()) {
            if (settings.is_object())
                flatten(settings, {}, 0, switches);
            else
                switches[group] = scalarText(settings);
        }
    }
    return switches;
}

std::optional<std::int64_t> integerOf(const json& value)
{
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (!value.is_string())
        return {};
    const auto& text = value.get_ref<const std::string&>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        return {};
    return number;
}

std::optional<std::int64_t> rankFromDatabase(const fs::path& output)
{
    for (const fs::path& entry : sortedEntries(output)) {
        const std::string name = entry.filename().string();
        if (!name.ends_with(".db"))
            continue;
        for (const char* prefix : {"ascend_pytorch_profiler_", "ascend_mindspore_profiler_"}) {
            if (const auto number = numberAfter(name, prefix))
                return number;
        }
    }
    return {};
}

void takeInfo(const json& info, RankInfo& rank)
{
    rank.switches = switchesOf(info);
    const auto level = rank.switches.find("_profiler_level");
    if (level != rank.switches.end())
        rank.profilerLevel = level->second;
    const auto id = info.find("rank_id");
    if (rank.rank || id == info.end())
        return;
    const auto number = integerOf(*id);
    if (number && *number >= 0)
        rank.rank = number;
}

} // namespace

std::vector<fs::path> readProfilerInfo(const fs::path& root, const fs::path& output, RankInfo& rank,
                                       std::vector<fs::path>& damaged)
{
    std::vector<fs::path> read;
    if (const auto path = profilerInfoFile(root)) {
        rank.rank = numberAfter(path->filename().string(), "profiler_info_");
        const json info = objectIn(*path);
        (info.is_object() ? read : damaged).push_back(*path);
        if (info.is_object())
            takeInfo(info, rank);
    }
    const fs::path metadata = root / "profiler_metadata.json";
    if (isRegularFile(metadata)) {
        const json document = objectIn(metadata);
        (document.is_object() ? read : damaged).push_back(metadata);
        if (const auto variables = document.is_object() ? document.find("ENV_VARIABLES") : document.end();
            document.is_object() && variables != document.end() && variables->is_object())
            flatten(*variables, {}, 0, rank.environment);
    }
    if (!rank.rank)
        rank.rank = rankFromDatabase(output);
    return read;
}

} // namespace tideline
