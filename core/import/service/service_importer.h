// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// What the profiler of an inference service leaves: chrome_tracing.json with tables of requests, batches and the cache
/// beside it, as text or in profiler.db; or one of the tables alone. With a trace the tables are kept beside it, without
/// one they make the timeline.
class ServiceImporter final : public Importer {
public:
    std::string_view id() const override { return "service"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

/// Reads profiler.db alone.
Status readServiceAlone(const std::filesystem::path& path, ImportContext& context);

} // namespace tideline
