// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace tideline::bench {

/// Bytes per second of one thread that reads every field of every event with a reused On-Demand parser, times to
/// integer nanoseconds, arguments left raw, and stores nothing: the best of `passes` passes over the whole file in
/// memory. What the machine can do at all; the import is measured against it. 0 if the file cannot be parsed.
double onDemandBytesPerSecond(const std::filesystem::path& file, int passes);

} // namespace tideline::bench
