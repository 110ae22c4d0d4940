// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/index/step_function.h"
#include "core/store/trace_builder.h"

namespace tideline::test {

using PlainSamples = std::vector<std::pair<std::int64_t, double>>; ///< time in ns, value

/// A step function of these samples that ends at `end`; period as in Source (0: no gaps but NaN).
StepFunction functionOf(const PlainSamples& samples, std::int64_t end, std::int64_t longestHold = 0,
                        std::int64_t holdInGap = 0);

/// A kernel row as the tests write it.
struct PlainKernel {
    std::int64_t start = 0;
    std::int64_t length = 0;
    const char* core = "AI_CORE";
    std::int64_t blocks = 0;
    std::int64_t mixBlocks = 0;
    double cycles = 0;      ///< aic_total_cycles
    double utilization = 0; ///< cube_utilization(%)
};

/// One rank 0 with these kernels; switches of its info.
void addKernels(TraceBuilder& builder, RankId rank, const std::vector<PlainKernel>& kernels);

/// A counter series of the rank.
void addCounter(TraceBuilder& builder, RankId rank, const char* process, const char* name, const char* series,
                const char* unit, const PlainSamples& samples);

} // namespace tideline::test
