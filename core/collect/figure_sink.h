// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/capture/record_sink.h"

namespace tideline::collect {

/// What the figures of a step are computed from; sums over one step.
using StepSums = std::map<std::string, double, std::less<>>;

/// Adds up the records of one rank, step by step; keeps one step's rows.
class FigureSink final : public capture::RecordSink {
public:
    /// The sums of every finished step are appended to `into`.
    explicit FigureSink(std::vector<StepSums>& into) : m_into(into) {}

    Status begin(const capture::RankInfo& rank) override;
    void host(const capture::HostRecord& record) override;
    void kernel(const capture::KernelRecord& record) override;
    void copy(const capture::CopyRecord& record) override;
    void communication(const capture::CommRecord& record) override;
    void counter(const capture::CounterRecord& record) override;
    void step(const capture::StepRecord& record) override;
    void l2(const capture::L2Record& record) override;
    Status finish() override { return Done{}; }

private:
    struct Span {
        std::int64_t start = 0;
        std::int64_t end = 0;
        bool norm = false;
    };
    struct Pending {
        StepSums sums;
        std::vector<Span> kernels;
        std::vector<Span> collectives;
        std::vector<Span> gradients;   ///< collectives of data groups
        std::vector<Span> fullBuckets; ///< of them, those of 1.8 GB
        std::vector<Span> others;      ///< collectives of tensor and expert groups
        std::vector<Span> transfers;   ///< waits of transfers between stages
    };

    capture::RankInfo m_rank;
    std::map<std::uint32_t, Pending> m_steps;
    double m_memory = 0;
    std::vector<StepSums>& m_into;
};

} // namespace tideline::collect
