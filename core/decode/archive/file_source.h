// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/byte_source.h"
#include "core/base/mapped_file.h"
#include "core/base/result.h"

namespace tideline {

/// A source over an open file; keeps its descriptor.
std::shared_ptr<const ByteSource> fileSource(FileReader reader);

/// A source that opens the file anew for each read, so that thousands of inputs hold no descriptors. Its size() becomes
/// 0 and reads give nothing once the file was changed or replaced (size, time of change or inode differ).
Result<std::shared_ptr<const ByteSource>> reopeningSource(const std::filesystem::path& path);

} // namespace tideline
