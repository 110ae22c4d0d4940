// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "core/import/importer.h"

namespace tideline {

/// The whole text of a communication file, repaired as repairJson() does; what was repaired is counted. `bytes` is the
/// size of the file.
Result<std::string> communicationText(const std::filesystem::path& path, std::uint64_t& bytes, ImportContext& context);

/// Hands the text to the reader and tells in `position` how far it came, as the parser names no places while all is
/// well. False when the text is no JSON to its end or the reader stopped.
bool parseCommunication(const std::string& text, std::uint64_t& position, nlohmann::json_sax<nlohmann::json>& reader);

} // namespace tideline
