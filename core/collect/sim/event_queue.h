// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <queue>

#include <cstdint>
#include <vector>

#include "core/collect/sim/clocks.h"

namespace tideline::collect::sim {

enum class EventKind : std::uint8_t { TryStream, TaskEnd, TransitEnd };

struct Event {
    Time at = 0;
    std::uint64_t order = 0; ///< of insertion; makes equal times deterministic
    EventKind kind = EventKind::TryStream;
    std::uint32_t rank = 0;   ///< or the collective of TransitEnd
    std::uint32_t stream = 0; ///< slot
    std::uint32_t version = 0;
};

/// Events in order of time, then of insertion.
class EventQueue {
public:
    void post(Time at, EventKind kind, std::uint32_t rank, std::uint32_t stream, std::uint32_t version)
    {
        m_events.push({at, m_order++, kind, rank, stream, version});
    }
    bool empty() const { return m_events.empty(); }
    Event pop()
    {
        const Event event = m_events.top();
        m_events.pop();
        return event;
    }

private:
    struct Later {
        bool operator()(const Event& a, const Event& b) const { return a.at != b.at ? a.at > b.at : a.order > b.order; }
    };
    std::priority_queue<Event, std::vector<Event>, Later> m_events;
    std::uint64_t m_order = 0;
};

} // namespace tideline::collect::sim
