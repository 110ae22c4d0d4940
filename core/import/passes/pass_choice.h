// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/discovery.h"

namespace tideline {

/// A run that counted several groups of performance counters was repeated, each time into its own pass<n>_<group>
/// directory. Where the first pass is among the parts, the others are not read as ranks of their own: they go to
/// DiscoveredPart::passes of the first pass's part of the same rank.
void choosePasses(Discovery& found);

} // namespace tideline
