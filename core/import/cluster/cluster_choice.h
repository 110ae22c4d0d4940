// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/discovery.h"

namespace tideline {

/// An analyser's output that was found beside the ranks it sums up is not read, as their own files say the same; its
/// files are listed with the reason. One that the user named is read.
void chooseClusters(Discovery& found, const ImportOptions& options, const Progress& progress);

} // namespace tideline
