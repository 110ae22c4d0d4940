// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// {"tasks":[{"name":…,"start_time":ms,"end_time":ms,…}]}: every task a kernel with its slice, every other number of a
/// task a metric. "//" comments, "..." and commas before a closing bracket are passed over. Files up to 1 GiB.
class TasksImporter final : public Importer {
public:
    std::string_view id() const override { return "tasks"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
