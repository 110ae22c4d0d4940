// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/index/slice_mip.h"
#include "core/scene/track_scene.h"
#include "core/store/column.h"

namespace tideline {

/// Turns one drawn row of slices into boxes. Slices of less than a pixel join the box to their left; the longest one
/// answers for the box, the name with most time gives the colour of a dense column, so that the dominant operator stays visible when a
/// whole step is two pixels wide.
class RowBuilder {
public:
    /// axis: in the track's own time, a whole number of pixels wide.
    RowBuilder(const Trace& trace, const SliceMip* mip, CategoryCache& categories, TrackId track, const TimeAxis& axis);

    /// Appends the boxes of a row.
    void append(std::uint32_t row, std::vector<TrackScene::Box>& boxes);

private:
    using Box = TrackScene::Box;

    RowRange inView(RowRange rows);
    std::int32_t columnOf(Instant t) const;
    void walk(RowRange rows, std::vector<Box>& boxes);
    void addSlice(SliceId slice, TimeRange time, std::vector<Box>& boxes);
    void join(SliceId slice, TimeRange time);
    void openAgain(const Box& box);
    void closeBox(std::vector<Box>& boxes);
    void askMip(std::uint32_t row, RowRange rows, std::vector<Box>& boxes);
    void addColumn(const MipColumn& column, std::int32_t x, std::vector<Box>& boxes);
    float shareOf(Duration inside, std::int32_t columns) const;

    const Trace& m_trace;
    const SliceMip* m_mip;
    CategoryCache& m_categories;
    TrackId m_track;
    TimeAxis m_axis;
    std::int32_t m_width;
    double m_nsPerPx;
    float m_pxPerNs;
    ColumnReader<Instant> m_starts;
    ColumnReader<Duration> m_durations;
    ColumnReader<StringId> m_names;
    std::vector<MipColumn> m_columns;
    /// What the last box will say once no further slice joins it.
    struct OpenBox {
        SliceId longest;
        std::uint32_t count = 0;
        Duration busy;
        Duration longestTime;
        bool isOpen = false;
    };
    OpenBox m_open;
    std::uint16_t m_row = 0;
    std::size_t m_firstBox = 0;                // of the row
    Instant m_surelyStarts{-2 * kTimeLimitNs}; // a slice that begins and ends before these joins the last box
    Instant m_surelyEnds{-2 * kTimeLimitNs};
};

} // namespace tideline
