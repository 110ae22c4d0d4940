// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

#include <cstddef>
#include <string_view>

#include "core/scene/category.h"

namespace tideline {

/// All colours of the views for one appearance. Pages take colours from here, never literals.
struct Theme {
    bool dark = false;
    QColor window;    ///< page background
    QColor base;      ///< row background
    QColor alternate; ///< every second row, headers of groups
    QColor grid;
    QColor text;
    QColor mutedText;
    QColor accent;  ///< selection outline, view box
    QColor inverse; ///< inner line of the selection outline
    QColor warning;
    QColor error;
    QColor computing; ///< parts of the step bars
    QColor communication;
    QColor free;
    QColor preparing;

    QColor category(Category category) const;
    /// The colour of the i-th of several series in one picture; repeats after seven.
    QColor series(std::size_t i) const;
    /// The category's hue with the lightness shifted by up to 12 % by the name: the same name has the same colour in
    /// every view and run.
    QColor slice(Category category, std::string_view name) const;
    /// Black or white, whichever has a contrast of at least 4.5 on fill.
    QColor textOn(const QColor& fill) const;

    static Theme light();
    static Theme darkTheme();
    /// By the lightness of the window colour.
    static Theme fromPalette(const QPalette& palette);
    /// An application palette that fits, for --theme and the theme menu.
    QPalette palette() const;
};

/// The contrast ratio of two opaque colours as WCAG defines it, 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace tideline
