// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/collect/embedded.h"

namespace tideline::collect {

/// A description and the name its errors carry.
struct SpecText {
    std::string text;
    std::string file;
};

/// A built-in description by name, or a file by path (a '/' in it, or the end .json). `kind` words the error.
Result<SpecText> findSpec(const std::string& nameOrPath, const std::vector<EmbeddedFile>& files,
                          const std::string& kind);

std::vector<std::string> specNames(const std::vector<EmbeddedFile>& files);

} // namespace tideline::collect
