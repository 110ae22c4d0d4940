// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// One SQLite database on its own; its tables tell which. An unknown one is listed with the rows of its tables and opens
/// as an empty trace.
class DatabaseImporter final : public Importer {
public:
    static constexpr std::string_view kId = "database";
    std::string_view id() const override { return kId; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
