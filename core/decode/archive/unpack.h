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
    std::uint64_t maxBytes = std::uint64_t{256} << 30; ///< all members together
    /// Unpacked / packed of a member, and of all members / the archive; checked beyond 64 MiB. Traces come to 20 to 400;
    /// deflate cannot exceed 1032, which is what bombs aim at.
    std::uint64_t maxRatio = 600;
    /// What exceeds this, members that stay in memory together, goes to an unlinked file in scratchDir. Of at most 1 MiB
    /// a member never does: thousands of them would be thousands of open files.
    std::uint64_t memoryBytes = std::uint64_t{256} << 20;
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
