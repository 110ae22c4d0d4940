// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/pairing.h"

#include <algorithm>
#include <tuple>

namespace tideline {

PairedLane pairOpenEvents(std::vector<OpenEvent> events)
{
    std::sort(events.begin(), events.end(),
              [](const OpenEvent& a, const OpenEvent& b) { return std::tie(a.time, a.ref) < std::tie(b.time, b.ref); });
    PairedLane paired;
    for (const OpenEvent& event : events) {
        if (event.begins) {
            paired.begins.push_back(event);
        } else if (paired.begins.empty()) {
            paired.ends.push_back(event.ref);
        } else {
            const OpenEvent& begin = paired.begins.back();
            paired.slices.push_back(
                {begin.time, event.time - begin.time, begin.ref, begin.name, begin.category, begin.taskType});
            paired.begins.pop_back();
        }
    }
    return paired;
}

PairedAsyncs pairAsyncEvents(std::vector<AsyncEvent> events)
{
    std::sort(events.begin(), events.end(), [](const AsyncEvent& a, const AsyncEvent& b) {
        return std::tie(a.keyHigh, a.keyLow, a.time, a.ref) < std::tie(b.keyHigh, b.keyLow, b.time, b.ref);
    });
    PairedAsyncs paired;
    std::vector<const AsyncEvent*> open;
    const auto leaveOpen = [&] {
        for (const AsyncEvent* begin : open)
            paired.begins.push_back(begin->ref);
        open.clear();
    };
    for (std::size_t i = 0; i < events.size(); ++i) {
        const AsyncEvent& event = events[i];
        if (i > 0 && (event.keyHigh != events[i - 1].keyHigh || event.keyLow != events[i - 1].keyLow))
            leaveOpen();
        if (event.begins) {
            open.push_back(&event);
        } else if (open.empty()) {
            paired.ends.push_back(event.ref);
        } else {
            const AsyncEvent& begin = *open.back();
            open.pop_back();
            SliceRow row{begin.time, event.time - begin.time, begin.ref, begin.name, begin.category, StringId{0}};
            paired.spans.push_back({row, begin.lane});
        }
    }
    leaveOpen();
    return paired;
}

} // namespace tideline
