// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>

#include <vector>

#include "core/scene/category.h"
#include "core/scene/flame_scene.h"
#include "views/paint/slice_colors.h"

class QPainter;

namespace tideline {

/// A flame graph as it stands on the screen.
struct FlamePicture {
    const FlameTree* tree = nullptr;
    const FlameScene* scene = nullptr;
    double top = 0;    ///< pixels scrolled off
    double height = 0; ///< of the part in view
    bool flipped = false;
    std::uint32_t focus = 0;                     ///< the frame that fills the view; those above it are dimmed
    const FlameMatches* matches = nullptr;       ///< others fade; null: no search
    const std::vector<bool>* selected = nullptr; ///< by frame; may be null
    std::uint32_t current = FlameTree::kNone;    ///< where the keys are
    std::uint32_t hovered = FlameTree::kNone;
};

/// Draws the boxes of a flame graph as fills and texts on any paint device, so that pictures on paper stay sharp.
class FlamePainter {
public:
    FlamePainter(const Trace& trace, const Theme& theme, const QFont& font);

    int rowPx() const { return m_rowPx; }
    /// The height of all rows.
    int heightOf(const FlameScene& scene) const { return static_cast<int>(scene.rows()) * m_rowPx; }
    QRectF rectOf(const FlamePicture& picture, const FlameScene::Box& box) const;
    /// The row at a height of the part in view, whether there is one or not.
    std::int64_t depthAt(const FlamePicture& picture, double y) const;
    /// Only what lies inside clip. O(boxes in view).
    void paint(QPainter& painter, const FlamePicture& picture, const QRectF& clip);

private:
    struct Look {
        QColor fill;
        QColor text;
    };
    Look lookOf(const FlamePicture& picture, const FlameScene::Box& box);
    Look plainLook(const FlameFrame& frame);
    void paintBox(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box);
    void paintRest(QPainter& painter, const QRectF& rect) const;
    void paintLabel(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box, const QRectF& rect,
                    const QColor& color) const;
    void paintMarks(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box) const;

    const Trace* m_trace;
    Theme m_theme;
    SliceColors m_colors;
    CategoryCache m_categories;
    QFont m_font;
    QFontMetricsF m_metrics;
    int m_rowPx;
    double m_least; ///< narrowest box with a label
};

} // namespace tideline
