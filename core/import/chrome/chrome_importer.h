// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// Single traces in the Chrome trace format: Kineto, Perfetto and Chrome exports, msprof_*.json, timeline.json; plain,
/// gz or zip (each trace of a zip becomes a rank).
class ChromeImporter final : public Importer {
public:
    std::string_view id() const override { return "chrome-trace"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
