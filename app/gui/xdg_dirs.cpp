// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/xdg_dirs.h"

#include <cstdlib>
#include <string>

namespace tideline {

namespace {

std::filesystem::path directory(const char* variable, const char* fallback)
{
    const char* value = std::getenv(variable);
    if (value && *value == '/')
        return std::filesystem::path(value) / "tideline";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home && *home ? home : "/tmp") / fallback / "tideline";
}

} // namespace

std::filesystem::path xdgConfigDir()
{
    return directory("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path xdgCacheDir()
{
    return directory("XDG_CACHE_HOME", ".cache");
}

std::filesystem::path xdgStateDir()
{
    return directory("XDG_STATE_HOME", ".local/state");
}

} // namespace tideline
