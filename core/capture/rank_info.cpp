// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/rank_info.h"

namespace tideline::capture {

std::uint64_t groupHash(const std::string& groupName)
{
    std::uint32_t high = 0;
    std::uint32_t low = 0;
    for (const char c : groupName) {
        const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
        high = high * 29U + byte;
        low = low * 131U + byte;
    }
    return (std::uint64_t{high} << 32U) | low;
}

} // namespace tideline::capture
