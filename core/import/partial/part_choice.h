// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/discovery.h"

namespace tideline {

/// Takes what a partial import does not ask for out of the parts, as far as that is known before they are read; it moves
/// to what was not chosen and what was passed over. A rank asked for that is not among the ranks, all of which are known:
/// NotFound in front of the failures, and no parts.
void choosePartsAsked(Discovery& found, const std::vector<std::unique_ptr<Importer>>& importers,
                      const ImportOptions& options, const Progress& progress);

} // namespace tideline
