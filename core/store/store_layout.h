// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/store/record_tables.h"

namespace tideline {

/// Raised whenever the meaning of a store's bytes, or what importers put into it, changes. Older stores are then
/// written anew.
constexpr std::uint32_t kStoreVersion = 5;

/// The version with the sizes of what is kept as it lies in memory: a store of another layout is refused.
constexpr std::uint64_t kStoreLayout = std::uint64_t{kStoreVersion} << 40 | std::uint64_t{sizeof(CommRecord)} << 32
                                       | std::uint64_t{sizeof(CommTransport)} << 24
                                       | std::uint64_t{sizeof(LinkRecord)} << 16
                                       | std::uint64_t{sizeof(MemoryRecord)} << 8 | sizeof(AllocationRecord);

} // namespace tideline
