// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace tideline {

/// True for a file system that the kernel makes up: no profile lies there, and reading may have effects.
bool isKernelFileSystem(const std::filesystem::path& directory);

/// A directory with raw records of plain msprof: PROF_<number>_<timestamp>_<letters> with data of a host or a device.
bool isRawCapture(const std::filesystem::path& directory);

/// What to call to get files that can be read from one.
std::string howToExport(const std::filesystem::path& directory);

/// True for the directory itself too. By names alone.
bool liesBelow(const std::filesystem::path& path, const std::filesystem::path& directory);

} // namespace tideline
