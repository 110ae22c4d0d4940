// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <vector>

#include "core/store/string_pool.h"
#include "views/kit/theme.h"

namespace tideline {

/// The fills of slices for one theme, computed once per (category, name). One trace's names at a time.
class SliceColors {
public:
    struct Fill {
        QRgb color = 0; ///< opaque
        QRgb edge = 0;  ///< a darker line at the start of a slice
        QRgb text = 0;  ///< contrast of at least 4.5 on color
        bool known = false;
    };

    SliceColors(const StringPool& strings, const Theme& theme) : m_strings(&strings), m_theme(theme) {}

    const Fill& of(Category category, StringId name);
    const Theme& theme() const { return m_theme; }

private:
    static constexpr std::size_t kCategories = static_cast<std::size_t>(Category::Other) + 1;

    const StringPool* m_strings;
    Theme m_theme;
    std::array<std::vector<Fill>, kCategories> m_fills;
};

/// over on base with the given share, 0 to 1.
QRgb blended(QRgb base, QRgb over, float share);

} // namespace tideline
