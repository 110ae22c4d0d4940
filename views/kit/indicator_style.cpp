// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kit/indicator_style.h"

#include <QPainter>
#include <QStyleOption>

#include "views/kit/theme.h"

namespace tideline {

void IndicatorStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                   const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox || baseStyle()->name().compare(u"fusion", Qt::CaseInsensitive) != 0)
        return;
    const Theme theme = Theme::fromPalette(option->palette);
    if (!theme.dark)
        return;
    painter->save();
    painter->setPen(theme.mutedText);
    painter->setBrush(Qt::NoBrush);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

} // namespace tideline
