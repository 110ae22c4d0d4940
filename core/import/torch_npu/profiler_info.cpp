// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu/profiler_info.h"

#include <charconv>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/capture/rank_info.h"
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
json objectIn(std::string_view text)
{
    const auto shallow = [](int depth, json::parse_event_t, json&) { return depth <= kNestingLimit; };
    json document = json::parse(text, shallow, false, true);
    return document.is_object() ? document : json(json::value_t::discarded);
}

json objectIn(const fs::path& path)
{
    const auto text = smallFile(path, kFileLimit);
    return text ? objectIn(std::string_view(*text)) : json(json::value_t::discarded);
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

/// The members of parallel_group_info; an entry that is no object is passed over.
std::vector<ParallelGroup> groupsOf(const json& info)
{
    std::vector<ParallelGroup> groups;
    for (const auto& [key, entry] : info.items()) {
        if (!entry.is_object() || groups.size() >= kSwitchLimit)
            continue;
        ParallelGroup group;
        group.key = key;
        group.hash = std::to_string(capture::groupHash(key));
        if (const auto name = entry.find("group_name"); name != entry.end() && name->is_string())
            group.name = name->get<std::string>();
        if (const auto position = entry.find("group_rank"); position != entry.end())
            group.position = integerOf(*position);
        if (const auto ranks = entry.find("global_ranks"); ranks != entry.end() && ranks->is_array()) {
            for (const json& rank : *ranks)
                group.ranks.push_back(integerOf(rank).value_or(-1));
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

void takeMetadata(const json& document, RankInfo& rank)
{
    const auto member = [&document](const char* name) {
        const auto found = document.find(name);
        return found != document.end() && found->is_object() ? *found : json::object();
    };
    flatten(member("ENV_VARIABLES"), {}, 0, rank.environment);
    flatten(member("distributed_args"), {}, 0, rank.parallelPlan);
    rank.groups = groupsOf(member("parallel_group_info"));
}

std::optional<std::int64_t> rankFromPlan(const RankInfo& rank)
{
    const auto number = rank.parallelPlan.find("rank");
    return number == rank.parallelPlan.end() ? std::nullopt : integerOf(json(number->second));
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
        if (document.is_object())
            takeMetadata(document, rank);
    }
    if (!rank.rank)
        rank.rank = rankFromDatabase(output);
    if (!rank.rank)
        rank.rank = rankFromPlan(rank);
    return read;
}

void takeProfilerMetadata(const std::string& name, std::string_view value, RankInfo& rank)
{
    const json object = objectIn(value);
    if (!object.is_object())
        return;
    if (name == "ENV_VARIABLES")
        flatten(object, {}, 0, rank.environment);
    else if (name == "distributed_args")
        flatten(object, {}, 0, rank.parallelPlan);
    else if (name == "parallel_group_info" && rank.groups.empty())
        rank.groups = groupsOf(object);
}

} // namespace tideline
