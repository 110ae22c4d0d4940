// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace tideline {

/// A directory with text files that msprof exported.
struct MsprofPlace {
    std::filesystem::path directory;
    std::optional<std::int64_t> device; ///< of all its files: old exports have a directory for each
};

/// Where the parts of one capture by plain msprof lie.
struct MsprofLayout {
    std::filesystem::path root; ///< the PROF_* directory, or the directory itself
    std::vector<MsprofPlace> places;
};

/// The layout when path is a PROF_* directory with exported text, its mindstudio_profiler_output, a device's directory
/// of an old export (with timeline and summary), or a directory without others in it that holds such files.
std::optional<MsprofLayout> msprofLayout(const std::filesystem::path& path);

/// The device_<id> directories of a capture, by number.
std::vector<MsprofPlace> msprofDevices(const std::filesystem::path& root);

} // namespace tideline
