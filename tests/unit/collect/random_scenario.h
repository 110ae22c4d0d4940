// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace tideline::test {

/// The text of a valid scenario of random layers, plan and costs; the same number gives the same text.
std::string randomScenario(std::uint64_t number);

/// How many ranks it takes at least.
std::uint32_t ranksOf(const std::string& scenario);

} // namespace tideline::test
