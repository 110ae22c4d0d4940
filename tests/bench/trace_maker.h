// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace tideline::bench {

/// What a lane of a made trace holds, exactly. The hash does not depend on the order of the slices:
/// sum over the slices of splitmix64(start) xor splitmix64(duration + 1), modulo 2^64.
struct LaneTruth {
    std::uint64_t slices = 0;
    std::int64_t sumNs = 0;
    std::int64_t firstNs = 0;
    std::int64_t lastNs = 0;
    std::uint64_t hash = 0;
    void add(std::int64_t startNs, std::int64_t durationNs);
    bool operator==(const LaneTruth&) const = default;
};

struct NameTruth {
    std::uint64_t calls = 0;
    std::int64_t sumNs = 0;
    bool operator==(const NameTruth&) const = default;
};

/// The truth of a made trace: lanes by "pid/tid", kernels by name, totals.
struct TraceTruth {
    std::uint64_t bytes = 0;
    std::uint64_t events = 0;
    std::uint64_t slices = 0;
    std::uint64_t flows = 0;
    std::uint64_t samples = 0;
    std::map<std::string, LaneTruth> lanes;
    std::map<std::string, NameTruth> kernels;
};

/// splitmix64, one step.
std::uint64_t mix(std::uint64_t x);

/// Writes a trace in the layout of torch_npu (text timestamps with three decimals, layers mixed in file order) of about
/// `bytes` bytes: a host thread with nested slices, a dispatch thread, CANN calls, `streams` device streams, counters
/// and two kinds of flows. The same arguments give the same bytes. Throws std::runtime_error when the disk is full.
TraceTruth makeTrace(const std::filesystem::path& file, std::uint64_t bytes, unsigned streams = 8);

} // namespace tideline::bench
