// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

#include "core/analyze/clocks/collective.h"
#include "core/analyze/clocks/host_device.h"

// Made sequences whose clocks are known.
namespace tideline::test {

/// A clock that was set wrong and runs at its own pace.
struct MadeClock {
    std::int64_t offsetNs = 0;
    double driftPpm = 0;

    Instant at(std::int64_t trueNs) const
    {
        return Instant{kStart + trueNs + offsetNs
                       + static_cast<std::int64_t>(driftPpm * 1e-6 * static_cast<double>(trueNs))};
    }
    static constexpr std::int64_t kStart = 1'700'000'000'000'000'000;
};

class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}
    /// From 0 to most.
    std::int64_t upTo(std::int64_t most)
    {
        return static_cast<std::int64_t>(m_engine() % static_cast<std::uint64_t>(most + 1));
    }

private:
    std::mt19937_64 m_engine;
};

/// A rank whose device waits for the host now and then.
struct MadeRun {
    std::int64_t lengthNs = 0;
    std::int64_t syncEveryNs = 500'000'000;
    bool markers = false;
    std::uint64_t seed = 1;
};
clocks::SharedEvents madeEvents(const MadeRun& run, const MadeClock& host, const MadeClock& device);

/// Steps of a job of which each rank writes down its own arrivals and ends.
struct MadeJob {
    std::size_t collectives = 0;
    std::size_t perStep = 10;
    std::int64_t stepNs = 500'000'000;
    std::int64_t jitterNs = 2'000'000; ///< by which steps differ in length
    std::uint64_t seed = 1;
    bool symmetric = true;
};
clocks::CollectiveSequence madeSequence(const MadeJob& job, const MadeClock& clock, std::uint64_t rank);

} // namespace tideline::test
