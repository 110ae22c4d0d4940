// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace tideline {

/// What a file is that profilers write but that holds no timeline and no table of its own, as a reason why it is not
/// read; null for others. By its name and its first bytes.
const char* reasonOfKnownFile(const std::filesystem::path& path);

} // namespace tideline
