// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// cluster_analysis_output, or one text file of it: a rank for each one it speaks of, without a timeline. Of text and
/// database the text is read, the database for what no text file gives.
class ClusterImporter final : public Importer {
public:
    static constexpr std::string_view kId = "cluster";
    std::string_view id() const override { return kId; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
