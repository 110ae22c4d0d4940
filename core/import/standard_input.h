// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome/trace_json.h"

namespace tideline {

/// Reads a descriptor to its end and unpacks it, as files are: what does not fit into memory goes to an unlinked file in
/// the scratch directory. More than options.maxStreamBytes: TooLarge. Cancelled is noticed between reads.
Result<std::vector<TraceJsonInput>> readStream(int descriptor, const ImportOptions& options, const Progress& progress);

} // namespace tideline
