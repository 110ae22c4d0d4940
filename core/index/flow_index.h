// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

/// The arrows of a slice, in both directions. 8 bytes per arrow; building is O(arrows).
class FlowIndex {
public:
    FlowIndex() = default;
    explicit FlowIndex(const Trace& trace);

    /// Arrows that start on the slice, in their order in the table. O(log arrows).
    std::vector<FlowId> from(const Trace& trace, SliceId slice) const;
    /// Arrows that end on the slice, in their order in the table. O(log arrows).
    std::vector<FlowId> to(const Trace& trace, SliceId slice) const;

    std::size_t residentBytes() const { return m_byFrom.residentBytes() + m_byTo.residentBytes(); }

private:
    friend class IndexJoiner;
    friend class IndexStorer;

    Column<FlowId> m_byFrom; // arrows that hang on a slice, by that slice
    Column<FlowId> m_byTo;
};

} // namespace tideline
