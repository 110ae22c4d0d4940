// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/capture/record_sink.h"
#include "core/collect/parallel_plan.h"
#include "core/collect/sim/clocks.h"
#include "core/collect/sim/sampler.h"
#include "core/collect/tensor_dump.h"

namespace tideline::collect::sim {

/// What both sides of a rank share: who it is, its clocks and where its records go.
struct RankContext {
    capture::RankInfo info;
    RankClocks clocks;
    std::unique_ptr<capture::RecordSink> sink;
    std::unique_ptr<Sampler> sampler;
    std::uint64_t seed = 0;
    std::array<std::uint32_t, kGroupKinds> groupIndex{}; ///< of RankInfo::groups, by GroupKind
    const std::vector<std::string>* opList = nullptr;    ///< kernel types that are recorded; empty: all
    std::map<std::pair<std::string, capture::CoreType>, capture::TotalRecord> totals; ///< of the others
    const TensorDump* dump = nullptr; ///< null: tensors are not recorded
    double overhead = 0;              ///< longer, for being recorded

    bool records(std::uint32_t step) const { return step >= info.firstStep && step < info.firstStep + info.steps; }
    bool wants(const std::string& type) const
    {
        return opList == nullptr || opList->empty() || std::find(opList->begin(), opList->end(), type) != opList->end();
    }
    void count(const capture::KernelInfo& kernel, std::int64_t ns)
    {
        capture::TotalRecord& total = totals[{kernel.type, kernel.core}];
        total.type = kernel.type;
        total.core = kernel.core;
        total.leastNs = total.count == 0 ? ns : std::min(total.leastNs, ns);
        total.mostNs = std::max(total.mostNs, ns);
        total.totalNs += ns;
        ++total.count;
    }
};

} // namespace tideline::collect::sim
