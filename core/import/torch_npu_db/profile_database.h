// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/import/importer.h"

namespace tideline {

/// Which part of a database of the kind Analysis is wanted.
struct AnalysisParts {
    bool steps = true;
    bool communication = true;
};

/// Reads a database of the kind Profile into the rank, and into further ones when it holds several devices. An error
/// means that nothing was added.
Status readProfileDatabase(const std::filesystem::path& path, RankId rank, ImportContext& context);

/// Reads a database of the kind Analysis.
Status readAnalysisDatabase(const std::filesystem::path& path, AnalysisParts parts, RankId rank,
                            ImportContext& context);

} // namespace tideline
