// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/byte_source.h"
#include "core/base/mapped_file.h"

namespace tideline {

/// A source over an open file; keeps its descriptor.
std::shared_ptr<const ByteSource> fileSource(FileReader reader);

} // namespace tideline
