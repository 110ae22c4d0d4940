// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tideline {

/// True for the core names under which kernel tables list collectives: HCCL in older exports, COMMUNICATION in newer.
constexpr bool isCommunicationCore(std::string_view core)
{
    return core == "HCCL" || core == "COMMUNICATION";
}

} // namespace tideline
