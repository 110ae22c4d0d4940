// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>
#include <cstdint>
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

    const Fill& of(Category category, StringId name)
    {
        const std::vector<Fill>& fills = m_fills[static_cast<std::size_t>(category)];
        return name.row < fills.size() && fills[name.row].known ? fills[name.row] : learned(category, name);
    }
    const Theme& theme() const { return m_theme; }

private:
    const Fill& learned(Category category, StringId name);

    static constexpr std::size_t kCategories = static_cast<std::size_t>(Category::Other) + 1;

    const StringPool* m_strings;
    Theme m_theme;
    std::array<std::vector<Fill>, kCategories> m_fills;
};

/// over on base with the given share, 0 to 1.
inline QRgb blended(QRgb base, QRgb over, float share)
{
    // Red and blue in one step: each has room for the eight bits of the weight above it.
    const auto weight = static_cast<std::uint32_t>(share * 256);
    const std::uint32_t redBlue = ((base & 0xFF00FFU) * (256 - weight) + (over & 0xFF00FFU) * weight) >> 8;
    const std::uint32_t green = ((base & 0xFF00U) * (256 - weight) + (over & 0xFF00U) * weight) >> 8;
    return 0xFF000000U | (redBlue & 0xFF00FFU) | (green & 0xFF00U);
}

} // namespace tideline
