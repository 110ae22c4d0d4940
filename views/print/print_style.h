// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QString>
#include <QStringList>

#include "core/report/report.h"
#include "views/kit/theme.h"

class QPaintDevice;

namespace tideline {

/// Fonts, colours and measures of a printed report. Paper is always light. Pixels are those of kDpi.
class PrintStyle {
public:
    static constexpr int kDpi = 96;
    static constexpr double kMarginPx = 57; // 15 mm
    static constexpr double kHeaderPx = 26; // inside the margins
    static constexpr double kFooterPx = 22;

    explicit PrintStyle(QPaintDevice* device);

    enum class Role { Title, Section, Heading, Body, Strong, Small, Cell, CellHead };
    const QFont& font(Role role) const { return m_fonts[static_cast<std::size_t>(role)]; }
    QFontMetricsF metrics(Role role) const { return QFontMetricsF(font(role), m_device); }
    double lineHeight(Role role) const;

    QColor ink(ReportInk ink) const;
    QColor severity(FindingSeverity severity) const;
    const Theme& theme() const { return m_theme; }

    /// The text in lines of at most that width; words that are longer are broken. At least one line.
    QStringList lines(const QString& text, Role role, double width) const;
    /// The same, of which at most `most` lines remain; what does not fit ends in an ellipsis.
    QStringList lines(const QString& text, Role role, double width, int most) const;

private:
    static constexpr std::size_t kRoles = 8;

    QPaintDevice* m_device;
    Theme m_theme = Theme::light();
    QFont m_fonts[kRoles];
};

} // namespace tideline
