// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "core/capture/record_sink.h"
#include "core/collect/sim/clocks.h"
#include "core/collect/sim/sampler.h"

namespace tideline::collect::sim {

/// What both sides of a rank share: who it is, its clocks and where its records go.
struct RankContext {
    capture::RankInfo info;
    RankClocks clocks;
    std::unique_ptr<capture::RecordSink> sink;
    std::unique_ptr<Sampler> sampler;
    std::uint64_t seed = 0;
};

} // namespace tideline::collect::sim
