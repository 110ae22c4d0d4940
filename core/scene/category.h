// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/index/trace_index.h"
#include "core/store/trace.h"

namespace tideline {

/// What a slice is, for its hue.
enum class Category : std::uint8_t {
    Cube,
    Vector,
    Mix,
    AiCpu,
    Communication,
    Copy,
    Wait,
    Cann,
    Framework,
    Idle,
    Other
};

/// From the core type of the tied kernel, the task type, the track and process, the category text, then the name.
/// O(log n) in the kernels.
Category categoryOf(const Trace& trace, SliceId slice);

/// The same from what a name looks like on its lanes.
Category categoryOf(const Trace& trace, const NameLook& look);

/// Remembers the category of each (kind of track, name), so that a picture of 100,000 boxes costs as many array reads.
/// One name has one hue on tracks of one kind. The trace must outlive it; one thread at a time.
class CategoryCache {
public:
    /// With the looks of an index no slice is looked at for the names that have one.
    explicit CategoryCache(const Trace& trace, const TraceIndex* index = nullptr);

    /// representative: any slice of this name on this track, asked only the first time.
    Category of(TrackId track, StringId name, SliceId representative)
    {
        const std::vector<std::uint8_t>& table = m_tables[m_tableOfTrack[track.row]];
        const bool known = name.row < table.size() && table[name.row] != kUnknown;
        return known ? static_cast<Category>(table[name.row]) : learned(track, name, representative);
    }

private:
    static constexpr std::uint8_t kUnknown = 0xFF;

    Category learned(TrackId track, StringId name, SliceId representative);

    const Trace* m_trace;
    const NameLooks* m_looks = nullptr;
    std::vector<std::size_t> m_tableOfTrack;
    std::vector<std::vector<std::uint8_t>> m_tables; // by kind of track, then by name
};

} // namespace tideline
