// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// One communication.json or communication_matrix.json on its own: a rank with records and without a timeline.
class CommunicationImporter final : public Importer {
public:
    std::string_view id() const override { return "communication"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
