// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_tracks.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace tideline {

namespace {

/// Sorts what is missing behind all numbers.
using Place = std::pair<bool, std::int64_t>;

Place placeOf(std::optional<std::int64_t> number)
{
    return {!number.has_value(), number.value_or(0)};
}

std::optional<std::int64_t> numberIn(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The counted track of each thread.
class Threads {
public:
    explicit Threads(const std::vector<TrackInfo>& tracks) : m_tracks(tracks)
    {
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            if (isCounted(tracks[i].kind))
                m_rowOf.emplace(std::pair{tracks[i].process.row, std::string_view(tracks[i].tid)}, i);
        }
    }
    const TrackInfo& of(const TrackInfo& track) const
    {
        const auto found = m_rowOf.find({track.process.row, track.tid});
        return found == m_rowOf.end() ? track : m_tracks[found->second];
    }

private:
    const std::vector<TrackInfo>& m_tracks;
    std::map<std::pair<std::uint32_t, std::string_view>, std::size_t> m_rowOf;
};

struct TrackKey {
    std::tuple<Place, std::uint32_t, Place, std::uint32_t> process;
    std::tuple<bool, Place, Place, std::string_view, bool, std::uint32_t> track;
    auto operator<=>(const TrackKey&) const = default;
};

} // namespace

std::vector<std::uint32_t> displayOrder(const std::vector<RankInfo>& ranks, const std::vector<ProcessInfo>& processes,
                                        const std::vector<TrackInfo>& tracks)
{
    const Threads threads(tracks);
    std::vector<TrackKey> keys;
    keys.reserve(tracks.size());
    for (const TrackInfo& track : tracks) {
        const auto sortIndex = track.sortIndex ? track.sortIndex : threads.of(track).sortIndex;
        keys.push_back({{placeOf(ranks[track.rank.row].rank), track.rank.row,
                         placeOf(processes[track.process.row].sortIndex), track.process.row},
                        {track.kind == TrackKind::Async, placeOf(sortIndex), placeOf(numberIn(track.tid)), track.tid,
                         track.kind == TrackKind::Unfinished, static_cast<std::uint32_t>(keys.size())}});
    }
    std::vector<std::uint32_t> order(tracks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    return order;
}

void nameTracks(const std::vector<ProcessInfo>& processes, std::vector<TrackInfo>& tracks)
{
    const auto madeName = [&](const TrackInfo& track) {
        const bool stream = track.kind == TrackKind::Stream || processes[track.process.row].role == ProcessRole::Device;
        return (track.kind == TrackKind::Async ? "Async " : stream ? "Stream " : "Thread ") + track.tid;
    };
    for (TrackInfo& track : tracks) {
        if (isCounted(track.kind) && track.name.empty())
            track.name = madeName(track);
    }
    const Threads threads(tracks);
    for (TrackInfo& track : tracks) {
        if (!track.name.empty())
            continue;
        const std::string& thread = threads.of(track).name;
        track.name = track.kind == TrackKind::Async || thread.empty() ? madeName(track) : thread;
    }
}

} // namespace tideline
