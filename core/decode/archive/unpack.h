// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/byte_source.h"
#include "core/base/progress.h"
#include "core/base/result.h"

namespace tideline {

/// Limits against archives that unpack to absurd sizes.
struct UnpackLimits {
    std::uint64_t maxBytes = std::uint64_t{256} << 30;    ///< per member
    std::uint64_t maxRatio = 2000;                        ///< unpacked / packed, checked beyond 64 MiB
    std::uint64_t memoryBytes = std::uint64_t{256} << 20; ///< more than this goes to an unlinked file in scratchDir
    std::filesystem::path scratchDir; ///< under the cache directory; empty: memory only, else TooLarge
};

/// One readable member: plain files have one, gz one (all gzip members joined), zip one per regular file inside.
struct UnpackedMember {
    std::string name; ///< "" for plain and gz
    std::shared_ptr<const ByteSource> data;
    bool truncated = false; ///< the archive ended early or was damaged; what was read is in data
    std::string note = {};  ///< why, when truncated
    bool trailing = false;  ///< something that is not read stands behind the end of the gzip data
};

/// Opens a file; gz and zip (decided by content) are unpacked. Path names inside archives are never used as paths.
Result<std::vector<UnpackedMember>> openMembers(const std::filesystem::path& path, const UnpackLimits& limits,
                                                const Progress& progress);

/// Bytes held in memory.
std::shared_ptr<const ByteSource> memorySource(std::string bytes);

} // namespace tideline
