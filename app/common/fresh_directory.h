// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace tideline {

/// A directory of results that appears whole or not at all: its files are written into a hidden directory beside it, or
/// inside it where it exists, and moved to their place at the end.
class FreshDirectory {
public:
    FreshDirectory() = default;
    FreshDirectory(const FreshDirectory&) = delete;
    FreshDirectory& operator=(const FreshDirectory&) = delete;
    /// Removes what was written and not moved.
    ~FreshDirectory();

    /// A directory that holds anything is refused (NotWritable) unless force.
    Status open(const std::filesystem::path& directory, bool force);
    /// Where to write.
    const std::filesystem::path& place() const { return m_place; }
    /// Moves the results to the directory. What has the same name there is replaced, the rest stays.
    Status finish();

private:
    Status makePlace();

    std::filesystem::path m_directory;
    std::filesystem::path m_place;
    bool m_exists = false;
};

} // namespace tideline
