// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aic_config.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/json_place.h"

namespace tideline {

namespace {

using Json = nlohmann::json;
using Keys = std::vector<std::string>;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kMostMetrics = 16;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestPattern = 200;
constexpr capture::PmuGroup kGroups[] = {capture::PmuGroup::PipeUtilization, capture::PmuGroup::ArithmeticUtilization,
                                         capture::PmuGroup::Memory,          capture::PmuGroup::MemoryL0,
                                         capture::PmuGroup::MemoryUB,        capture::PmuGroup::MemoryAccess,
                                         capture::PmuGroup::L2Cache,         capture::PmuGroup::ResourceConflictRatio};

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::optional<bool> truthOf(const Json& value)
{
    if (value.is_boolean())
        return value.get<bool>();
    const std::string word = value.is_string() ? lower(value.get<std::string>()) : std::string();
    if (word == "on" || word == "true" || word == "1")
        return true;
    return word == "off" || word == "false" || word == "0" ? std::optional(false) : std::nullopt;
}

std::optional<capture::DumpPart> dumpPartOf(const Json& value)
{
    if (value == "input")
        return capture::DumpPart::Input;
    if (value == "output")
        return capture::DumpPart::Output;
    return value == "all" ? std::optional(capture::DumpPart::All) : std::nullopt;
}

bool hasColumn(capture::PmuGroup group, const std::string& name)
{
    const std::vector<std::string> columns = metricColumns(group);
    return std::find(columns.begin(), columns.end(), name) != columns.end();
}

/// The groups that count it, as they are called.
std::vector<std::string_view> groupsOf(const std::string& column)
{
    std::vector<std::string_view> out;
    for (const capture::PmuGroup group : kGroups)
        if (hasColumn(group, column))
            out.push_back(capture::pmuGroupName(group));
    return out;
}

/// Letters, digits and _, and nothing that readers of the files take for the unit of a counter.
bool isName(const std::string& text)
{
    const bool plain = std::all_of(text.begin(), text.end(),
                                   [](unsigned char c) { return c < 0x80 && (std::isalnum(c) != 0 || c == '_'); });
    const auto ends = [&text](std::string_view end) { return text.ends_with(end); };
    return plain && !text.empty() && text.size() <= kLongestName
           && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && !ends("_time") && !ends("_bw")
           && !ends("_datas") && text.find("_bw_") == std::string::npos;
}

class ConfigReader {
public:
    ConfigReader(const std::filesystem::path& path, std::string_view text) : m_path(path), m_text(text) {}

    Status take(const Json& root)
    {
        if (!root.is_object())
            return wrong({}, "this is not an object");
        for (const auto& [key, value] : root.items()) {
            Status taken = Done{};
            if (key == "profiler")
                taken = takeProfiler(value);
            else if (key == "dump")
                taken = takeDump(value);
            else if (key == "metrics")
                taken = takeMetrics(value);
            else
                taken = wrong({key}, "this key is unknown; known are profiler, dump, metrics");
            if (!taken)
                return taken;
        }
        return Done{};
    }
    AicConfig result() { return std::move(m_config); }

private:
    Error wrong(const Keys& keys, const std::string& what) const
    {
        return {ErrorCode::InvalidArgument,
                fmt::format("{} (character {})", what, placeInJson(m_text, keys)),
                m_path.string() + jsonPointer(keys),
                {}};
    }
    Error wrongFormula(const Keys& keys, const std::string& what, std::size_t place) const
    {
        return {ErrorCode::InvalidArgument,
                fmt::format("{} (character {} of the text)", what, place),
                m_path.string() + jsonPointer(keys),
                {}};
    }

    Status takeProfiler(const Json& profiler)
    {
        if (!profiler.is_object())
            return wrong({"profiler"}, "this is not an object");
        for (const auto& [key, value] : profiler.items()) {
            const Keys keys{"profiler", key};
            if (key == "switch") {
                m_config.enabled = truthOf(value);
                if (!m_config.enabled)
                    return wrong(keys, "this is not one of on, off");
            } else if (key == "aic_metrics") {
                if (!value.is_string())
                    return wrong(keys, "this is not the name of a counter group");
                m_config.metrics = value.get<std::string>();
            } else if (key == "aicpu") {
                if (value != "cpu_op") // they are recorded in any case
                    return wrong(keys, "this is not cpu_op");
            } else {
                return wrong(keys, "this key is unknown; known are switch, aic_metrics, aicpu");
            }
        }
        return Done{};
    }

    Status takeDump(const Json& dump)
    {
        if (!dump.is_object())
            return wrong({"dump"}, "this is not an object");
        m_config.dump = capture::DumpPart::All;
        for (const auto& [key, value] : dump.items()) {
            const Keys keys{"dump", key};
            if (key == "dump_mode") {
                m_config.dump = dumpPartOf(value);
                if (!m_config.dump)
                    return wrong(keys, "this is not one of input, output, all");
            } else if (key == "dump_path") {
                if (!value.is_string() || value.get<std::string>().empty())
                    return wrong(keys, "this is not a path");
                m_config.dumpPath = value.get<std::string>();
                const std::filesystem::path path = m_config.dumpPath.lexically_normal();
                if (path.is_relative() && std::find(path.begin(), path.end(), "..") != path.end())
                    return wrong(keys, "this path leaves the directory of the results");
            } else {
                return wrong(keys, "this key is unknown; known are dump_path, dump_mode");
            }
        }
        return Done{};
    }

    Status takeMetrics(const Json& metrics)
    {
        if (!metrics.is_array())
            return wrong({"metrics"}, "this is not a list");
        if (metrics.size() > kMostMetrics)
            return wrong({"metrics"}, fmt::format("these are more than {} metrics", kMostMetrics));
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            const Status taken = takeMetric(metrics[i], {"metrics", std::to_string(i)});
            if (!taken)
                return taken;
        }
        return Done{};
    }

    Status takeMetric(const Json& entry, const Keys& keys)
    {
        if (!entry.is_object())
            return wrong(keys, "this is not an object");
        for (const auto& [key, value] : entry.items()) {
            if (key != "name" && key != "op" && key != "value" && key != "expr")
                return wrong(below(keys, key), "this key is unknown; known are name, op, value, expr");
            if (!value.is_string())
                return wrong(below(keys, key), "this is not a text");
        }
        PlacedMetric placed;
        Status taken = takeName(entry, keys, placed.metric);
        if (!taken)
            return taken;
        const bool computed = entry.contains("expr");
        if (computed ? entry.contains("op") || entry.contains("value")
                     : !entry.contains("op") || !entry.contains("value"))
            return wrong(keys, "a metric has either expr, or op and value");
        const std::string pattern = entry.value("op", "");
        if (!computed && (pattern.empty() || pattern.size() > kLongestPattern))
            return wrong(below(keys, "op"), "this is no name of operators, in which * and ? may stand");
        placed.metric.operators = pattern;
        taken = computed ? takeFormula(entry["expr"].get<std::string>(), below(keys, "expr"), placed)
                         : takeValue(entry["value"].get<std::string>(), below(keys, "value"), placed);
        if (!taken)
            return taken;
        m_config.own.push_back(std::move(placed));
        return Done{};
    }

    Status takeName(const Json& entry, const Keys& keys, OwnMetric& metric)
    {
        if (!entry.contains("name"))
            return wrong(keys, "the metric has no name");
        metric.name = entry["name"].get<std::string>();
        const Keys place = below(keys, "name");
        if (!isName(metric.name))
            return wrong(place, "a name has up to 64 letters, digits and _, begins with no digit and does not end in "
                                "_time, _bw or _datas as counters do");
        if (!groupsOf(metric.name).empty() || metric.name == "total_cycles")
            return wrong(place, "a counter has this name");
        if (!m_names.insert(lower(metric.name)).second)
            return wrong(place, "another metric has this name");
        return Done{};
    }

    Status takeValue(const std::string& value, const Keys& keys, PlacedMetric& into)
    {
        // The cycles of both kinds of cores; a kernel without one of them has none there.
        return takeFormula(value == "total_cycles" ? "aic_total_cycles + aiv_total_cycles" : value, keys, into);
    }

    Status takeFormula(const std::string& text, const Keys& keys, PlacedMetric& into)
    {
        ExpressionFault fault;
        auto formula = MetricExpression::parse(text, fault);
        if (!formula)
            return wrongFormula(keys, fault.what, fault.place);
        for (const ColumnUse& use : formula->columns())
            if (groupsOf(use.name).empty())
                return wrongFormula(keys, "no counter group has a counter " + use.name, use.place);
        if (formula->columns().empty())
            return wrongFormula(keys, "the formula names no counter", 1);
        into.metric.formula = std::move(*formula);
        into.where = m_path.string() + jsonPointer(keys);
        return Done{};
    }

    static Keys below(Keys keys, const std::string& key)
    {
        keys.push_back(key);
        return keys;
    }

    const std::filesystem::path& m_path;
    std::string_view m_text;
    AicConfig m_config;
    std::set<std::string> m_names; ///< in small letters: databases do not tell them apart
};

} // namespace

Result<AicConfig> readAicConfig(const std::filesystem::path& path)
{
    const auto wrong = [&path](const std::string& what) {
        return Error{ErrorCode::InvalidArgument, what, path.string(), {}};
    };
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return wrong("the file cannot be opened");
    std::string text(kMostBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    if (text.size() > kMostBytes)
        return wrong("the file is larger than 1 MiB");
    Json root;
    try {
        root = Json::parse(text);
    } catch (const Json::parse_error& error) {
        return wrong(fmt::format("this is not JSON (byte {})", error.byte));
    }
    ConfigReader reader(path, text);
    const Status taken = reader.take(root);
    if (!taken)
        return taken.error();
    return reader.result();
}

Status checkCounted(const std::vector<PlacedMetric>& metrics, const std::vector<capture::PmuGroup>& groups)
{
    for (const PlacedMetric& placed : metrics) {
        const auto& columns = placed.metric.formula.columns();
        const ColumnUse* missing = nullptr;
        const bool counted = std::any_of(groups.begin(), groups.end(), [&](capture::PmuGroup group) {
            const auto absent = std::find_if(columns.begin(), columns.end(),
                                             [group](const ColumnUse& use) { return !hasColumn(group, use.name); });
            missing = absent == columns.end() ? missing : &*absent;
            return absent == columns.end();
        });
        if (!counted && missing != nullptr)
            return Error{ErrorCode::InvalidArgument,
                         fmt::format("no group that is counted has all counters of {}: {} is missing (character {} of "
                                     "the text)",
                                     placed.metric.name, missing->name, missing->place),
                         placed.where,
                         fmt::format("Counted by {}: see --aic-metrics", fmt::join(groupsOf(missing->name), ", "))};
    }
    return Done{};
}

} // namespace tideline
