// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/byte_size.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace tideline {

namespace {

constexpr std::uint64_t kBinary = 1024;
constexpr std::uint64_t kDecimal = 1000;
constexpr std::string_view kPrefixes = "kmgt";
constexpr double kTooMany = 1.8e19;

/// The factor of a unit in lower case.
std::optional<double> factorOf(std::string_view unit)
{
    if (unit.empty() || unit == "b")
        return 1;
    const std::size_t power = kPrefixes.find(unit.front());
    const std::string_view rest = unit.substr(1);
    if (power == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib"))
        return std::nullopt;
    double factor = 1;
    for (std::size_t i = 0; i <= power; ++i)
        factor *= static_cast<double>(rest == "b" ? kDecimal : kBinary);
    return factor;
}

} // namespace

std::optional<std::uint64_t> parseByteSize(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || !(number >= 0))
        return std::nullopt;
    std::string unit(end, text.data() + text.size());
    std::erase(unit, ' ');
    std::transform(unit.begin(), unit.end(), unit.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto factor = factorOf(unit);
    if (!factor || number * *factor >= kTooMany)
        return std::nullopt;
    return static_cast<std::uint64_t>(number * *factor);
}

std::string byteSizeText(std::uint64_t bytes)
{
    constexpr std::pair<std::uint64_t, const char*> kUnits[] = {
        {std::uint64_t{1} << 40, "TiB"}, {std::uint64_t{1} << 30, "GiB"}, {std::uint64_t{1} << 20, "MiB"}};
    for (const auto& [unit, name] : kUnits) {
        if (bytes >= unit)
            return fmt::format("{:.1f} {}", static_cast<double>(bytes) / static_cast<double>(unit), name);
    }
    return fmt::format("{} bytes", bytes);
}

} // namespace tideline
