// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>

#include <span>
#include <vector>

#include "core/scene/timeline_scene.h"
#include "views/paint/label_painter.h"
#include "views/paint/slice_colors.h"

namespace tideline {

/// Replays a TimelineScene into a picture: rows are composed as pixels and copied into scan lines, labels follow.
/// O(pixels). One trace and theme for its life.
class TimelinePainter {
public:
    TimelinePainter(const StringPool& strings, const Theme& theme, const QFont& font);

    /// The lanes of the scene with the layout's y = top at the upper edge. size: logical pixels; the picture has the
    /// scene's scale as device pixel ratio. gridX: device columns of the vertical lines.
    QImage paint(const TimelineScene& scene, int top, QSize size, std::span<const int> gridX);

private:
    struct Band {
        int y0 = 0; ///< device rows [y0, y1), clipped to the picture
        int y1 = 0;
    };
    Band band(double top, double height) const;
    void fillBand(const Band& band, const std::vector<QRgb>& line);
    void fillColumn(int x, int first, int last, QRgb color);
    void paintTrack(const LaneScene& lane);
    void paintRow(const TrackScene& track, std::uint32_t row, double y);
    bool composeRow(const TrackScene& track, std::uint32_t row);
    void hatch(const Band& band, int x0, int x1, QRgb color, int period, int stripe);
    void paintHatches(const TrackScene& track, std::uint32_t row, const Band& band);
    void paintTicks(const LaneScene& lane);
    void paintCounter(const LaneScene& lane);
    void paintCurve(const Lane& lane, const CounterScene& curve, QRgb line, bool filled);
    void paintGroup(const LaneScene& lane);
    void paintRowLabels(const LaneScene& lane, std::uint32_t row);
    void coverTo(int y);
    void startLine(QRgb background);

    Theme m_theme;
    SliceColors m_colors;
    LabelPainter m_labels;
    QImage m_image;
    double m_scale = 1;
    int m_top = 0;
    std::span<const int> m_gridX;
    int m_covered = 0; ///< device rows above have their background
    std::vector<QRgb> m_baseLine;
    std::vector<QRgb> m_line;
    std::vector<QRgb> m_footLine; ///< the lowest pixels of a row: the longest slice of dense columns at full strength
};

} // namespace tideline
