// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/aic_config.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tideline {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

Error wrong(const std::filesystem::path& path, const std::string& pointer, const std::string& what)
{
    return {ErrorCode::InvalidArgument, what, path.string() + pointer, {}};
}

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

Status takeProfiler(const Json& profiler, const std::filesystem::path& path, AicConfig& into)
{
    if (!profiler.is_object())
        return wrong(path, "#/profiler", "this is not an object");
    for (const auto& [key, value] : profiler.items()) {
        const std::string pointer = "#/profiler/" + key;
        if (key == "switch") {
            into.enabled = truthOf(value);
            if (!into.enabled)
                return wrong(path, pointer, "this is not one of on, off");
        } else if (key == "aic_metrics") {
            if (!value.is_string())
                return wrong(path, pointer, "this is not the name of a counter group");
            into.metrics = value.get<std::string>();
        } else if (key == "aicpu") {
            if (value != "cpu_op") // they are recorded in any case
                return wrong(path, pointer, "this is not cpu_op");
        } else {
            return wrong(path, pointer, "this key is unknown; known are switch, aic_metrics, aicpu");
        }
    }
    return Done{};
}

} // namespace

Result<AicConfig> readAicConfig(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{ErrorCode::InvalidArgument, "the file cannot be opened", path.string(), {}};
    std::string text(kMostBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    if (text.size() > kMostBytes)
        return wrong(path, {}, "the file is larger than 1 MiB");
    Json root;
    try {
        root = Json::parse(text);
    } catch (const Json::parse_error& error) {
        return wrong(path, fmt::format("@{}", error.byte), "this is not JSON");
    }
    if (!root.is_object())
        return wrong(path, "#", "this is not an object");
    AicConfig config;
    for (const auto& [key, value] : root.items()) {
        if (key == "dump" || key == "metrics")
            return wrong(path, "#/" + key, "this part comes with a later version");
        if (key != "profiler")
            return wrong(path, "#/" + key, "this key is unknown; known are profiler, dump, metrics");
        const Status taken = takeProfiler(value, path, config);
        if (!taken)
            return taken.error();
    }
    return config;
}

} // namespace tideline
