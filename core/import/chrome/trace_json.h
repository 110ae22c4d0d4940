// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/decode/archive/unpack.h"
#include "core/import/importer.h"

namespace tideline {

struct TraceJsonOptions {
    /// Fills the rank's number, device and time base from distributedInfo, baseTimeNanoseconds and the like where they
    /// are still unset. Off for formats that know their rank from other files.
    bool identityFromFile = false;
    bool reportFiles = true; ///< adds one FileReport per input
    /// Set where a trace may hold several devices, each a rank of its own: asked for the rank of every device, in the
    /// order of their numbers. What belongs to no single device is of the rank that is given.
    std::function<RankId(std::int64_t device)> rankOfDevice = {};
};

/// One input of readTraceJson: the file as the user knows it, and its bytes.
struct TraceJsonInput {
    std::filesystem::path path;
    UnpackedMember member;
};

/// Reads event arrays in the Chrome trace format (trace_view.json, msprof_*.json, Kineto, timeline.json) into the
/// builder, all of them for one rank: lanes, begin/end stacks, flows and counters join over the inputs, as slices of one
/// family need it. Plain, gz or zip (of a zip, all members are slices of the family). Bad events are issues; an Error
/// means that no input held an event array, or Cancelled. O(bytes) on all threads of the pool; one call at a time.
Status readTraceJson(const std::vector<std::filesystem::path>& paths, RankId rank, ImportContext& context,
                     const TraceJsonOptions& options = {});
Status readTraceJson(const std::vector<TraceJsonInput>& inputs, RankId rank, ImportContext& context,
                     const TraceJsonOptions& options = {});

/// True if the file begins as an event array or an object with one, packed or not. Reads the beginning only: a few KiB,
/// and for an object whose first members are large, up to 64 MiB until "traceEvents" is seen.
bool looksLikeTraceJson(const std::filesystem::path& path);

} // namespace tideline
