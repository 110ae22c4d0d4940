// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/share_delegate.h"

#include <QPainter>

#include <algorithm>

#include "views/kit/theme.h"
#include "views/models/table_model.h"

namespace tideline {

namespace {

constexpr double kBarOpacity = 0.35;

} // namespace

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant share = index.data(ShareRole);
    if (!share.isValid() || option.state.testFlag(QStyle::State_Selected))
        return;
    const double part = std::clamp(share.toDouble(), 0.0, 1.0);
    const QRect cell = option.rect.adjusted(2, 2, -2, -2);
    QColor fill = Theme::fromPalette(option.palette).computing;
    fill.setAlphaF(static_cast<float>(kBarOpacity));
    painter->fillRect(QRectF(cell.left(), cell.top(), cell.width() * part, cell.height()), fill);
}

} // namespace tideline
