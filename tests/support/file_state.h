// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/stat.h>

namespace tideline::test {

/// Names, times and contents of everything below a directory: equal before and after means untouched.
inline std::map<std::string, std::string> stateOf(const std::filesystem::path& directory)
{
    std::map<std::string, std::string> state;
    const auto note = [&state](const std::filesystem::path& path) {
        struct stat info = {};
        ::lstat(path.c_str(), &info);
        std::string text = std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec) + " "
                           + std::to_string(info.st_size) + " " + std::to_string(info.st_mode);
        if (S_ISREG(info.st_mode)) {
            std::ifstream file(path, std::ios::binary);
            text.append(std::istreambuf_iterator<char>(file), {});
        }
        state[path.string()] = text;
    };
    note(directory);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
        note(entry.path());
    return state;
}

} // namespace tideline::test
