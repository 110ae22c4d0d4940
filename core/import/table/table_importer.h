// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// One .csv table on its own; the header tells which. Kernel rows become slices; an unknown table is listed with its
/// number of rows and opens as an empty trace.
class TableImporter final : public Importer {
public:
    std::string_view id() const override { return "table"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
