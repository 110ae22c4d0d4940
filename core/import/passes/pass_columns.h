// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// Adds the counters of the kernels of other passes to the kernels that were read, matched by step, stream and place in
/// it. A kernel whose name or input shapes differ in one of them gets none from it. The importer reads the passes.
void addPassColumns(const Importer& importer, const std::vector<std::filesystem::path>& passes, ImportContext& context);

} // namespace tideline
