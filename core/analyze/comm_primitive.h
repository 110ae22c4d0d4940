// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tideline {

/// "hcom_allReduce__711_0_1@1234" and "ncclDevKernel_AllReduce_Sum_f16_RING" are "allReduce"; a name of another kind is
/// cut at its first digit, '(' , '@' or '<'.
std::string primitiveOf(std::string_view name);

} // namespace tideline
