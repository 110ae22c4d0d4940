// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kit/theme.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tideline {

namespace {

constexpr double kLightnessShift = 0.12;

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

std::uint32_t hashOf(std::string_view text)
{
    // FNV-1a: the same on every machine, so that a name keeps its colour between runs.
    std::uint32_t hash = 2166136261u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ (hash >> 15);
}

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}

} // namespace

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

QColor Theme::category(Category category) const
{
    // The Okabe-Ito set and two neutral hues: told apart with the common colour-vision deficiencies.
    switch (category) {
    case Category::Cube: return rgb(0x0072B2);
    case Category::Vector: return rgb(0x56B4E9);
    case Category::Mix: return rgb(0x7A68B3);
    case Category::AiCpu: return rgb(0xCC79A7);
    case Category::Communication: return rgb(0xE69F00);
    case Category::Copy: return rgb(0x009E73);
    case Category::Wait: return rgb(0xD55E00);
    case Category::Cann: return dark ? rgb(0x8496A9) : rgb(0x8A9BAE);
    case Category::Framework: return dark ? rgb(0xB3A27C) : rgb(0xCDBD97);
    case Category::Idle: return dark ? rgb(0x4A5058) : rgb(0xC9CED4);
    case Category::Other: return dark ? rgb(0x8C8F94) : rgb(0xA9ADB3);
    }
    return text;
}

QColor Theme::series(std::size_t i) const
{
    static constexpr Category kOrder[] = {Category::Vector, Category::Communication, Category::Copy, Category::AiCpu,
                                          Category::Cube,   Category::Wait,          Category::Mix};
    return category(kOrder[i % std::size(kOrder)]);
}

QColor Theme::slice(Category kind, std::string_view name) const
{
    const QColor hue = category(kind).toHsl();
    const double share = static_cast<double>(hashOf(name) % 1001u) / 500.0 - 1.0;
    const double lightness = std::clamp(hue.lightnessF() + share * kLightnessShift, 0.0, 1.0);
    return QColor::fromHslF(hue.hslHueF(), hue.hslSaturationF(), static_cast<float>(lightness)).toRgb();
}

QColor Theme::textOn(const QColor& fill) const
{
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrast(fill, white) >= 4.5 ? white : black;
}

Theme Theme::light()
{
    Theme theme;
    theme.window = rgb(0xF5F6F8);
    theme.base = rgb(0xFFFFFF);
    theme.alternate = rgb(0xEDF0F3);
    theme.grid = rgb(0xDDE1E6);
    theme.text = rgb(0x1B1F24);
    theme.mutedText = rgb(0x57606A);
    theme.accent = rgb(0x111418);
    theme.inverse = rgb(0xFFFFFF);
    theme.warning = rgb(0x9A5B00);
    theme.error = rgb(0xB3261E);
    theme.computing = rgb(0x0072B2);
    theme.communication = rgb(0xE69F00);
    theme.free = rgb(0xC9CED4);
    theme.preparing = rgb(0xCC79A7);
    return theme;
}

Theme Theme::darkTheme()
{
    Theme theme;
    theme.dark = true;
    theme.window = rgb(0x1B1E22);
    theme.base = rgb(0x22262B);
    theme.alternate = rgb(0x2B3036);
    theme.grid = rgb(0x3A4048);
    theme.text = rgb(0xE6E9ED);
    theme.mutedText = rgb(0xA4ACB6);
    theme.accent = rgb(0xFFFFFF);
    theme.inverse = rgb(0x111418);
    theme.warning = rgb(0xF2B84B);
    theme.error = rgb(0xFF8A80);
    theme.computing = rgb(0x3D9BD9);
    theme.communication = rgb(0xE69F00);
    theme.free = rgb(0x565D66);
    theme.preparing = rgb(0xCC79A7);
    return theme;
}

Theme Theme::fromPalette(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F ? darkTheme() : light();
}

QPalette Theme::palette() const
{
    QPalette palette;
    const QColor highlight = rgb(dark ? 0x2F6EA5 : 0x0072B2);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, alternate);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, alternate);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, rgb(dark ? 0x7CC0F2 : 0x005A9C));
    palette.setColor(QPalette::LinkVisited, rgb(dark ? 0xC3A6E8 : 0x6A4C93));
    palette.setColor(QPalette::Light, dark ? grid : base);
    palette.setColor(QPalette::Midlight, alternate);
    palette.setColor(QPalette::Mid, grid);
    palette.setColor(QPalette::Dark, dark ? window : grid);
    palette.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : mutedText);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mutedText);
    return palette;
}

} // namespace tideline
