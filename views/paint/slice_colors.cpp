// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/slice_colors.h"

namespace tideline {

namespace {

constexpr float kEdgeShade = 0.28F;

} // namespace

const SliceColors::Fill& SliceColors::learned(Category category, StringId name)
{
    std::vector<Fill>& fills = m_fills[static_cast<std::size_t>(category)];
    if (fills.empty())
        fills.resize(m_strings->size());
    Fill& fill = fills[name.row];
    if (!fill.known) {
        const QColor color = m_theme.slice(category, m_strings->text(name));
        fill.color = color.rgb();
        fill.edge = blended(fill.color, m_theme.dark ? m_theme.base.rgb() : m_theme.text.rgb(), kEdgeShade);
        fill.text = m_theme.textOn(color).rgb();
        fill.known = true;
    }
    return fill;
}

} // namespace tideline
