// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/print_style.h"

#include <QTextLayout>
#include <QTextOption>

#include <cmath>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kNoLigatures = 1.0 / 64; // px: the least that counts

struct FontSize {
    int px;
    bool bold;
};

FontSize sizeOf(PrintStyle::Role role)
{
    switch (role) {
    case PrintStyle::Role::Title: return {24, true};
    case PrintStyle::Role::Section: return {18, true};
    case PrintStyle::Role::Heading: return {13, true};
    case PrintStyle::Role::Body: return {12, false};
    case PrintStyle::Role::Strong: return {12, true};
    case PrintStyle::Role::Small: return {10, false};
    case PrintStyle::Role::Cell: return {10, false};
    case PrintStyle::Role::CellHead: break;
    }
    return {10, true};
}

} // namespace

PrintStyle::PrintStyle(QPaintDevice* device) : m_device(device)
{
    for (std::size_t i = 0; i < kRoles; ++i) {
        const FontSize size = sizeOf(static_cast<Role>(i));
        // In this order: with the Chinese font first, digits beside Latin letters are lost when text is taken out again.
        m_fonts[i].setFamilies({u"DejaVu Sans"_s, u"Noto Sans CJK SC"_s});
        m_fonts[i].setPixelSize(size.px);
        m_fonts[i].setBold(size.bold);
        // Any spacing at all switches ligatures off, which would make "fi" something else when text is taken out again.
        m_fonts[i].setLetterSpacing(QFont::AbsoluteSpacing, kNoLigatures);
        m_fonts[i].setHintingPreference(QFont::PreferNoHinting);
    }
}

double PrintStyle::lineHeight(Role role) const
{
    return std::ceil(metrics(role).height() * 1.15);
}

QColor PrintStyle::ink(ReportInk ink) const
{
    switch (ink) {
    case ReportInk::Computing:
    case ReportInk::Backward: return m_theme.computing;
    case ReportInk::Communication: return m_theme.communication;
    case ReportInk::Free: return m_theme.free;
    case ReportInk::Preparing: return m_theme.preparing;
    case ReportInk::Forward: return m_theme.category(Category::Vector);
    case ReportInk::Optimizer: return m_theme.category(Category::Mix);
    case ReportInk::Data: return m_theme.category(Category::Copy);
    case ReportInk::Other: break;
    }
    return m_theme.category(Category::Other);
}

QColor PrintStyle::severity(FindingSeverity severity) const
{
    switch (severity) {
    case FindingSeverity::High: return m_theme.error;
    case FindingSeverity::Medium: return m_theme.warning;
    case FindingSeverity::Low: return m_theme.computing;
    case FindingSeverity::Note: break;
    }
    return m_theme.mutedText;
}

QStringList PrintStyle::lines(const QString& text, Role role, double width) const
{
    QTextLayout layout(text, font(role), m_device);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList out;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        out += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return out.isEmpty() ? QStringList(QString()) : out;
}

QStringList PrintStyle::lines(const QString& text, Role role, double width, int most) const
{
    // A line of one pixel per character cannot hold more than this; the rest need not be laid out.
    const auto enough = static_cast<qsizetype>((width + 1) * most);
    QStringList all = lines(text.left(enough), role, width);
    if (all.size() <= most && text.size() <= enough)
        return all;
    QStringList kept = all.mid(0, most);
    kept.last() = metrics(role).elidedText(kept.last() + u"\u2026"_s + u"\u2026"_s, Qt::ElideRight, width);
    return kept;
}

} // namespace tideline
