// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/setting_words.h"

#include <cctype>

namespace tideline {

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

SettingFault oneOf(const std::string& given, const std::string& allowed)
{
    return "'" + given + "' is not one of " + allowed;
}

std::optional<bool> truthOf(const std::string& given)
{
    const std::string word = lowerCase(given);
    if (word.empty() || word == "on" || word == "true" || word == "1")
        return true;
    if (word == "off" || word == "false" || word == "0")
        return false;
    return {};
}

std::vector<std::string> splitList(const std::string& text, const char* separators)
{
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        if (end > begin)
            out.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

std::optional<double> rateOf(const std::string& text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !(number > 0))
        return {};
    const std::string unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const Words<double> units = {{"us", 1e6}, {"ms", 1e3}, {"s", 1.0}};
    for (const auto& [name, perSecond] : units)
        if (unit == name)
            return perSecond / number;
    return {};
}

} // namespace tideline
