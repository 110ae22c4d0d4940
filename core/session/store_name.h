// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tideline {

/// What the store of a profile is called: which paths and options it is of, and what lay there.
struct StoreName {
    std::string profile; ///< 16 hex digits: the paths and what was asked for of them
    std::string state;   ///< 32 hex digits: names, sizes, times and inodes of all files, and the store's version
    std::string file() const { return profile + "-" + state + ".tld"; }
    bool operator==(const StoreName&) const = default;
};

/// The name for paths as they are now; nothing where one of them cannot be read again (standard input, a pipe) or is not
/// there. Looks at names and times only, not into files; raw records of the device, which nobody reads, are left out.
/// O(entries).
std::optional<StoreName> storeName(const std::vector<std::filesystem::path>& paths, const std::string& asked);

} // namespace tideline
