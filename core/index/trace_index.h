// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/index/counter_pyramid.h"
#include "core/index/flow_index.h"
#include "core/index/name_index.h"
#include "core/index/slice_mip.h"
#include "core/store/trace.h"

namespace tideline {

/// Everything that makes a frozen trace quick to draw and to search. Immutable once built; it holds no reference to the
/// trace, which every question takes as an argument.
class TraceIndex {
public:
    TraceIndex() = default;

    /// O(rows), tracks in parallel. A cancelled index is not complete(): throw it away.
    static TraceIndex build(const Trace& trace, TaskPool& pool, const Progress& progress);
    bool complete() const { return m_complete; }

    /// Null for ids the index does not know.
    const SliceMip* mip(TrackId track) const { return track.row < m_mips.size() ? &m_mips[track.row] : nullptr; }
    const CounterPyramid* pyramid(CounterId counter) const
    {
        return counter.row < m_pyramids.size() ? &m_pyramids[counter.row] : nullptr;
    }
    const NameIndex& names() const { return m_names; }
    const FlowIndex& flows() const { return m_flows; }

    std::size_t residentBytes() const;

private:
    std::vector<SliceMip> m_mips;           // by track
    std::vector<CounterPyramid> m_pyramids; // by counter
    NameIndex m_names;
    FlowIndex m_flows;
    bool m_complete = false;
};

} // namespace tideline
