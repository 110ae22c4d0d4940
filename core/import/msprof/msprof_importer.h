// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// The text files that msprof exported of one capture: a PROF_* directory, its mindstudio_profiler_output, the timeline
/// and summary directories of old exports, or a directory with copies of such files. Each device is a rank.
class MsprofTextImporter final : public Importer {
public:
    static constexpr std::string_view kId = "msprof-text";

    std::string_view id() const override { return kId; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
