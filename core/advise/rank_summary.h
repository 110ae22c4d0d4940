// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/store/trace.h"

namespace tideline {

class KernelReader;
class RankContext;

/// What the rules about the whole job need of a rank.
struct RankSummary {
    /// Means per step, in ns.
    struct Times {
        double computing = 0;
        double exposedCommunication = 0;
        double free = 0;
    };

    RankId id;
    std::size_t steps = 0;
    Duration wall;         ///< of all steps
    TimeRange firstWindow; ///< of the first step
    /// Grouped matrix products, means per step.
    struct Experts {
        double tokens = 0;
        double ns = 0;
    };
    /// An operation over RDMA.
    struct FarTransfer {
        StringId name;
        Duration transfer;
        TimeRange range;
    };
    std::optional<Experts> experts; ///< none without such products
    std::vector<FarTransfer> far;
    std::optional<Times> times; ///< of the steps with device work or with figures in the files; none without any
};

/// O(kernels and communication operations).
RankSummary summaryOf(const RankContext& rank, KernelReader& kernels);

/// The pipeline stages of a job. A group of the pipeline holds all stages in their order, or two neighbours.
class PipelineStages {
public:
    explicit PipelineStages(const Trace& trace);
    /// 0 without a pipeline.
    std::int64_t of(const RankInfo& rank) const;

private:
    std::map<std::int64_t, std::int64_t> m_stages; ///< by rank
};

/// The shortest that any rank needed for a communication operation, by step (its place in the rank) and name.
class ShortestOperations {
public:
    void add(const RankContext& rank);
    /// None where fewer than two ranks saw it.
    std::optional<Duration> of(std::size_t step, StringId name) const;
    /// True if two ranks share any operation of the step.
    bool comparable(std::size_t step) const;

private:
    struct Seen {
        Duration shortest;
        std::size_t times = 0;
    };
    std::map<std::pair<std::size_t, StringId>, Seen> m_seen;
    std::vector<bool> m_comparable; ///< by step
};

} // namespace tideline
