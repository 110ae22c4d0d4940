// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace tideline {

/// $XDG_CONFIG_HOME/tideline, else ~/.config/tideline. Relative values are ignored, as the XDG specification asks.
std::filesystem::path xdgConfigDir();
/// $XDG_CACHE_HOME/tideline, else ~/.cache/tideline.
std::filesystem::path xdgCacheDir();
/// $XDG_STATE_HOME/tideline, else ~/.local/state/tideline.
std::filesystem::path xdgStateDir();

} // namespace tideline
