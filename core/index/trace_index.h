// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/index/counter_pyramid.h"
#include "core/index/flow_index.h"
#include "core/index/name_index.h"
#include "core/index/name_looks.h"
#include "core/index/slice_mip.h"
#include "core/store/trace.h"

namespace tideline {

/// Everything that makes a frozen trace quick to draw and to search. Immutable once built; every question takes the
/// trace as an argument. Levels of detail lie in memory, or in a store from which they are decoded when asked for.
class TraceIndex {
public:
    TraceIndex() = default;

    /// O(rows), tracks in parallel. A cancelled index is not complete(): throw it away. `beside` is work of the caller's
    /// that goes on one thread meanwhile. The index holds times as the trace's columns do: it fits any axis.
    static TraceIndex build(const Trace& trace, TaskPool& pool, const Progress& progress,
                            const std::function<void()>& beside = {});
    bool complete() const { return m_complete; }

    /// Null for ids the index does not know, and where the store is damaged.
    std::shared_ptr<const SliceMip> mip(TrackId track) const;
    /// The same for a view of the trace that is cut into columns: of a store only the upper levels where they answer.
    std::shared_ptr<const SliceMip> mip(const Trace& trace, TrackId track, TimeRange view, double nsPerColumn) const;
    std::shared_ptr<const CounterPyramid> pyramid(CounterId counter) const;
    const NameIndex& names() const { return m_names; }
    const FlowIndex& flows() const { return m_flows; }
    const NameLooks& looks() const { return m_looks; }

    /// Of what lies in memory for good.
    std::size_t residentBytes() const;

private:
    friend class IndexJoiner;
    friend class IndexStorer;

    /// One object per track or counter: in memory, or the place in the store.
    template <typename T>
    struct Kept {
        std::shared_ptr<const T> object;
        BlobRef stored;
    };

    std::vector<Kept<SliceMip>> m_mips;           // by track
    std::vector<BlobRef> m_coarse;                // in a store: SliceMip::coarse() by track
    std::vector<Kept<CounterPyramid>> m_pyramids; // by counter
    NameIndex m_names;
    FlowIndex m_flows;
    NameLooks m_looks;
    std::shared_ptr<const Trace> m_trace; // only with a store: what is decoded must fit it
    bool m_complete = false;
};

} // namespace tideline
