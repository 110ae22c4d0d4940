// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace tideline::collect {

/// What faults change while a workload runs. Every effect is off by default.
struct FaultEffects {
    struct RankFactor {
        std::uint32_t rank = 0;
        double factor = 1;
    };
    struct Outlier {
        std::int64_t every = 1;
        double factor = 1;
    };
    struct Link {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        double rate = 1;
    };
    struct Skew {
        std::uint32_t rank = 0;
        std::int64_t offsetNs = 0;
        std::int64_t driftPpb = 0;
    };

    struct Truncation {
        std::uint32_t rank = 0;
        double percent = 100; ///< that is left
    };

    /// Values that leave the range of their type, in the layer at that depth.
    struct Overflow {
        double depth = 0;            ///< percent of the layers that lie before
        std::uint32_t firstStep = 0; ///< of the recorded ones
    };
    /// Gradients of the layers before that depth.
    struct Vanishing {
        double depth = 0;
        double factor = 1;
    };

    std::optional<RankFactor> slowRank;
    std::optional<double> frequency; ///< of the rated clock
    std::optional<Outlier> outlier;
    std::optional<Link> slowLink;
    std::optional<double> contention;    ///< link rate while cube kernels run
    std::optional<double> unalignedSdma; ///< speed of transfers of data and expert groups
    std::optional<std::int64_t> retransmissionNs;
    std::optional<Skew> clockSkew;
    bool launchBlocking = false;
    double hostFactor = 1; ///< of all host work between and in operators
    std::int64_t loaderExtraNs = 0;
    std::optional<std::uint32_t> missingRank;
    std::optional<Truncation> truncation;
    bool wrongEnvironment = false;
    std::optional<Overflow> overflow;
    std::optional<Vanishing> vanishing;
    double leakPercent = 0; ///< of the reserved bytes, per step
};

} // namespace tideline::collect
