// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tideline::test {

/// Kinds of input that an importer of its own or a phase of its own reads.
std::vector<std::string> inputKinds();

/// Writes an input of that kind into the directory: about `rows` rows, events or operations. What to open.
std::filesystem::path writeInput(const std::string& kind, const std::filesystem::path& directory, int rows);

/// The file of it that is large.
std::filesystem::path largeFile(const std::string& kind, const std::filesystem::path& opened);

} // namespace tideline::test
