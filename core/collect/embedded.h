// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace tideline::collect {

/// A file of resources/devices or resources/scenarios, compiled into the library.
struct EmbeddedFile {
    std::string_view name; ///< without folder and .json
    std::string_view text;
};

const std::vector<EmbeddedFile>& embeddedDevices();
const std::vector<EmbeddedFile>& embeddedScenarios();

} // namespace tideline::collect
