// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tideline::collect {

/// Rules that have to, or may, fire on a capture.
struct ExpectedRules {
    std::vector<std::string> must;
    std::vector<std::string> mustNote;
    std::vector<std::string> may;
};

/// The clocks of a rank as planted: what an alignment has to find.
struct ClockTruth {
    std::uint32_t rank = 0;
    std::int64_t hostOffsetNs = 0;
    std::int64_t hostDriftPpb = 0;
    std::int64_t deviceOffsetNs = 0; ///< error of the start pair
    std::int64_t deviceDriftPpb = 0;
};

/// Where a fault acted, on the wall clock of the capture.
struct FaultRange {
    std::uint32_t rank = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

/// One planted fault and what it cost.
struct FaultTruth {
    std::string kind;
    std::string text; ///< kind with its parameters
    ExpectedRules rules;
    std::vector<std::string> unavailable; ///< must rules whose input the options leave out
    std::vector<std::uint32_t> ranks;
    std::vector<FaultRange> ranges;
    std::vector<std::string> operators; ///< kernel types
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
    std::optional<std::int64_t> costNsPerStep;
    std::optional<std::int64_t> costBytes;
};

/// What is true about a collection: written beside the rank directories, read by no importer.
struct GroundTruth {
    std::string scenario;
    std::uint64_t seed = 0;
    std::string device;
    std::string constantsVersion;
    ExpectedRules expected;
    std::vector<std::string> unavailable; ///< expected rules whose input the options leave out
    std::vector<FaultTruth> faults;
    std::vector<ClockTruth> clocks;
};

/// The text of ground_truth.json; same truth, same bytes.
std::string toJson(const GroundTruth& truth);

} // namespace tideline::collect
