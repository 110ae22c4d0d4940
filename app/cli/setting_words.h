// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/choice.h"
#include "app/cli/collect_request.h"

// How the texts of the collector's options are read.
namespace tideline {

/// What is wrong with a text, or nothing.
using SettingFault = std::optional<std::string>;

std::string lowerCase(std::string text);
SettingFault oneOf(const std::string& given, const std::string& allowed);
/// on, off, True, False, 1, 0 in any case; nothing means on.
std::optional<bool> truthOf(const std::string& given);
std::vector<std::string> splitList(const std::string& text, const char* separators);
/// "100us", "1ms", "0.5s" in hertz.
std::optional<double> rateOf(const std::string& text);

template <typename Number>
std::optional<Number> wholeNumber(const std::string& given, Number least, Number most)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    const bool whole = error == std::errc{} && end == given.data() + given.size() && !given.empty();
    return whole && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// A switch with a text.
template <typename Target>
CollectSetting::Take takesTruth(Target&& target)
{
    return [target](CollectRequest& request, const std::string& given) -> SettingFault {
        const auto value = truthOf(given);
        if (!value)
            return oneOf(given, "on, off, True, False, 1, 0");
        target(request) = *value;
        return {};
    };
}

template <typename Target>
CollectSetting::Take takesCount(Target&& target, std::uint32_t most = 1'000'000)
{
    return [target, most](CollectRequest& request, const std::string& given) -> SettingFault {
        const auto value = wholeNumber<std::uint32_t>(given, 1, most);
        if (!value)
            return "'" + given + "' is not a whole number from 1 to " + std::to_string(most);
        target(request) = *value;
        return {};
    };
}

template <typename T, typename Target>
CollectSetting::Take takesWord(Words<T> words, Target&& target)
{
    return [words = std::move(words), target](CollectRequest& request, const std::string& given) -> SettingFault {
        const std::string word = lowerCase(given);
        const auto found = std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.first == word; });
        if (found == words.end())
            return oneOf(given, listOf(words));
        target(request) = found->second;
        return {};
    };
}

} // namespace tideline
