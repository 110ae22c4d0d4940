// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/overlap_lanes.h"

#include <algorithm>
#include <string_view>

namespace tideline {

namespace {

enum : std::size_t { kComputing, kCommunication, kNotOverlapped, kFree };
constexpr std::array<std::string_view, 4> kNames = {"Computing", "Communication", "Communication(Not Overlapped)",
                                                    "Free"};

} // namespace

OverlapLanes::OverlapLanes(const Trace& trace, RankId rank)
{
    ColumnReader start(trace.slices().start);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    for (const TrackInfo& track : trace.tracks()) {
        if (track.rank != rank || track.kind != TrackKind::Overlap)
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const auto found = std::find(kNames.begin(), kNames.end(), trace.text(name[row]));
            if (found == kNames.end())
                continue;
            auto& lane = m_lanes[static_cast<std::size_t>(found - kNames.begin())];
            if (!lane)
                lane.emplace();
            lane->push_back({start[row], start[row] + duration[row]});
        }
    }
}

std::map<std::string, Duration> OverlapLanes::figures(const std::optional<TimeRange>& window) const
{
    std::map<std::string, Duration> out;
    const bool any = std::any_of(m_lanes.begin(), m_lanes.end(), [](const auto& lane) { return lane.has_value(); });
    for (std::size_t i = 0; any && i < kLanes; ++i) {
        Duration sum; // a lane without slices beside others that have some: nothing of its kind happened
        for (const TimeRange range : m_lanes[i].value_or(std::vector<TimeRange>{}))
            sum += window ? range.clippedTo(*window).length() : range.length();
        out.emplace(kNames[i], sum);
    }
    if (any)
        out.emplace("Overlapped", out[std::string(kNames[kCommunication])] - out[std::string(kNames[kNotOverlapped])]);
    return out;
}

} // namespace tideline
