// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/flame_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "views/paint/flame_label.h"
#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kPadding = 4;
constexpr int kLeastRowPx = 18;
constexpr float kFaded = 0.25F; ///< what is left of the colour of frames that a search does not match
constexpr float kRestShade = 0.4F;
constexpr float kDimmed = 0.6F; ///< likewise of those above the frame that fills the view

QColor mixed(const QColor& base, const QColor& over, float share)
{
    return QColor::fromRgb(blended(base.rgb(), over.rgb(), share));
}

} // namespace

FlamePainter::FlamePainter(const Trace& trace, const Theme& theme, const QFont& font)
    : m_trace(&trace),
      m_theme(theme),
      m_colors(trace.strings(), theme),
      m_categories(trace),
      m_font(font),
      m_metrics(font),
      m_rowPx(std::max(kLeastRowPx, static_cast<int>(std::ceil(m_metrics.height())) + 4)),
      m_least(m_metrics.horizontalAdvance(u"abc\u2026xyz"_s) + 2 * kPadding)
{
}

QRectF FlamePainter::rectOf(const FlamePicture& picture, const FlameScene::Box& box) const
{
    const double content = std::max<double>(picture.height, heightOf(*picture.scene));
    const double row = box.depth * static_cast<double>(m_rowPx);
    const double y = picture.flipped ? content - row - m_rowPx : row;
    // Whole pixels, so that a line of the background stands between two boxes.
    const double x0 = std::round(box.x0);
    return {x0, y - picture.top, std::max(1.0, std::round(box.x1) - x0), static_cast<double>(m_rowPx)};
}

std::int64_t FlamePainter::depthAt(const FlamePicture& picture, double y) const
{
    const double content = std::max<double>(picture.height, heightOf(*picture.scene));
    const double fromTop = y + picture.top;
    return static_cast<std::int64_t>(std::floor((picture.flipped ? content - fromTop : fromTop) / m_rowPx));
}

FlamePainter::Look FlamePainter::plainLook(const FlameFrame& frame)
{
    if (frame.kind == FlameKind::Slice) {
        const Category category = frame.example.valid()
                                      ? m_categories.of(m_trace->trackOf(frame.example), frame.name, frame.example)
                                      : Category::Framework; // only host frames may have no slice inside the scope
        const SliceColors::Fill& fill = m_colors.of(category, frame.name);
        return {QColor::fromRgb(fill.color), QColor::fromRgb(fill.text)};
    }
    const bool step = frame.kind == FlameKind::Step;
    const QColor fill = step ? m_theme.category(Category::Framework) : m_theme.category(Category::Idle);
    return {fill, m_theme.textOn(fill)};
}

FlamePainter::Look FlamePainter::lookOf(const FlamePicture& picture, const FlameScene::Box& box)
{
    const FlameFrame& frame = picture.tree->frames[box.frame];
    Look look = plainLook(frame);
    float left = 1;
    if (picture.matches && box.frame != 0 && !picture.matches->frames[box.frame])
        left = kFaded;
    else if (!picture.matches && frame.depth < picture.tree->frames[picture.focus].depth)
        left = kDimmed;
    if (left < 1) {
        look.fill = mixed(m_theme.base, look.fill, left);
        look.text = m_theme.textOn(look.fill);
    }
    return look;
}

/// Grey, with stripes where there is room: what is here is not one frame.
void FlamePainter::paintRest(QPainter& painter, const QRectF& rect) const
{
    painter.fillRect(rect, mixed(m_theme.base, m_theme.mutedText, kRestShade));
    if (rect.width() >= m_rowPx)
        painter.fillRect(rect, QBrush(m_theme.mutedText, Qt::BDiagPattern));
}

void FlamePainter::paintLabel(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box,
                              const QRectF& rect, const QColor& color) const
{
    const double room = rect.width() - 2 * kPadding;
    if (rect.width() < m_least)
        return;
    const FlameFrame& frame = picture.tree->frames[box.frame];
    QString text = box.merged > 0 ? flameRestLabel(box.hidden) : flameLabel(*m_trace, frame);
    const double share = static_cast<double>(box.weight) / static_cast<double>(picture.tree->total());
    const QString withShare = text + u"  "_s + percentText(share);
    if (m_metrics.horizontalAdvance(withShare) <= room)
        text = withShare;
    else if (m_metrics.horizontalAdvance(text) > room)
        text = m_metrics.elidedText(text, Qt::ElideMiddle, room);
    painter.setPen(color);
    painter.drawText(
        QPointF(rect.left() + kPadding, rect.top() + (m_rowPx - 1 - m_metrics.height()) / 2 + m_metrics.ascent()),
        text);
}

void FlamePainter::paintBox(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box)
{
    const QRectF rect = rectOf(picture, box);
    const double gap = rect.width() > 2 ? 1 : 0;
    const QRectF inside = rect.adjusted(0, 0, -gap, -1);
    if (box.merged > 0) {
        paintRest(painter, inside);
        if (rect.width() >= 2 * m_least) {
            painter.fillRect(inside.adjusted(3, 2, -3, -2), m_theme.alternate);
            paintLabel(painter, picture, box, rect, m_theme.text);
        }
        return;
    }
    const Look look = lookOf(picture, box);
    painter.fillRect(inside, look.fill);
    paintLabel(painter, picture, box, rect, look.text);
}

void FlamePainter::paintMarks(QPainter& painter, const FlamePicture& picture, const FlameScene::Box& box) const
{
    if (box.merged > 0)
        return;
    const QRectF rect = rectOf(picture, box).adjusted(0, 0, -1, -1);
    painter.setBrush(Qt::NoBrush);
    if (box.frame == picture.hovered) {
        QColor light = m_theme.dark ? m_theme.accent : m_theme.inverse;
        light.setAlphaF(0.22F);
        painter.fillRect(rect, light);
        painter.setPen(QPen(m_theme.accent, 1, Qt::DotLine));
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const bool selected = picture.selected && (*picture.selected)[box.frame];
    if (!selected && box.frame != picture.current)
        return;
    painter.setPen(QPen(m_theme.inverse, 1));
    painter.drawRect(rect.adjusted(2.5, 2.5, -2.5, -2.5));
    QPen pen(m_theme.accent, 2, box.frame == picture.current ? Qt::SolidLine : Qt::DotLine);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(rect.adjusted(1, 1, -1, -1));
}

void FlamePainter::paint(QPainter& painter, const FlamePicture& picture, const QRectF& clip)
{
    painter.fillRect(clip, m_theme.base);
    if (!picture.tree || !picture.scene || picture.tree->empty())
        return;
    painter.setFont(m_font);
    const std::int64_t last = static_cast<std::int64_t>(picture.scene->rows()) - 1;
    const std::int64_t a = std::clamp<std::int64_t>(depthAt(picture, clip.top()), 0, std::max<std::int64_t>(last, 0));
    const std::int64_t b =
        std::clamp<std::int64_t>(depthAt(picture, clip.bottom()), 0, std::max<std::int64_t>(last, 0));
    for (const bool marks : {false, true}) {
        for (std::int64_t depth = std::min(a, b); depth <= std::max(a, b); ++depth) {
            for (const FlameScene::Box& box : picture.scene->row(static_cast<std::uint32_t>(depth))) {
                if (box.x1 < clip.left() - 2 || box.x0 > clip.right() + 2)
                    continue;
                if (marks)
                    paintMarks(painter, picture, box);
                else
                    paintBox(painter, picture, box);
            }
        }
    }
}

} // namespace tideline
