// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace tideline {

/// True for the core names under which kernel tables list collectives, in any case: HCCL in older exports,
/// COMMUNICATION in newer ones.
constexpr bool isCommunicationCore(std::string_view core)
{
    constexpr auto kEqual = [](char a, char upper) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == upper; };
    const auto is = [&](std::string_view upper) {
        return core.size() == upper.size() && std::equal(core.begin(), core.end(), upper.begin(), kEqual);
    };
    return is("HCCL") || is("COMMUNICATION");
}

} // namespace tideline
