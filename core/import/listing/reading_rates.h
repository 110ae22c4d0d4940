// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace tideline {

// How fast files are read, for estimates before an import: figures of a machine with two cores. Only their order of
// magnitude matters to whoever reads the estimate.
constexpr double kTraceBytesPerSecond = 0.45e9;
constexpr double kTableBytesPerSecond = 200e6;
constexpr double kDatabaseBytesPerSecond = 100e6; ///< a million rows per second at about 100 bytes each
constexpr double kPackedGrowth = 10;              ///< a packed trace unpacks to about so many times its size

/// Seconds that reading a file of that name and size takes; its name tells the kind well enough for an estimate.
inline double readingSeconds(const std::filesystem::path& path, std::uint64_t bytes)
{
    const auto extension = path.extension();
    const auto size = static_cast<double>(bytes);
    if (extension == ".csv")
        return size / kTableBytesPerSecond;
    if (extension == ".db")
        return size / kDatabaseBytesPerSecond;
    const bool packed = extension == ".gz" || extension == ".zip";
    return size * (packed ? kPackedGrowth : 1) / kTraceBytesPerSecond;
}

} // namespace tideline
