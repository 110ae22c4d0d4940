// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/capture/record_sink.h"
#include "core/capture/tensor_record.h"
#include "core/collect/workload.h"

namespace tideline::collect {

/// Makes up what the tensors of a step hold: per layer a spread of its own (seeded) that moves a little from step to step
/// and from rank to rank. Small values vanish where the type cannot hold them, and faults spoil what follows them.
class TensorDump {
public:
    TensorDump(const Workload& workload, std::uint64_t seed, capture::DumpPart part)
        : m_workload(workload), m_seed(seed), m_part(part)
    {
    }

    /// Hands the tensors of all operators that belong to a layer to the sink, forward before backward. `sinceFirst`
    /// counts recorded steps. Cost: O(operators).
    void write(capture::RecordSink& sink, std::uint32_t rank, std::uint32_t step, std::uint32_t sinceFirst) const;

private:
    struct Place;

    void writeOperator(capture::RecordSink& sink, const OperatorPlan& plan, Place place) const;
    capture::TensorStatistics statisticsOf(const capture::Tensor& tensor, const KernelPlan& kernel,
                                           const Place& place) const;
    double random(const Place& place, std::uint64_t index) const;

    const Workload& m_workload;
    std::uint64_t m_seed;
    capture::DumpPart m_part;
};

} // namespace tideline::collect
