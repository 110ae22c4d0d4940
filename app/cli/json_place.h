// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

/// Where the value that these keys lead to begins in a text that is JSON; indexes of lists are keys too. In characters,
/// from 1. Keys that lead nowhere end at the last value they met. Cost: linear per key.
std::size_t placeInJson(std::string_view text, const std::vector<std::string>& keys);

/// "#/metrics/1/expr".
std::string jsonPointer(const std::vector<std::string>& keys);

} // namespace tideline
