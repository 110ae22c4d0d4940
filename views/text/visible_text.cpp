// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/visible_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

bool changesDirection(char16_t c)
{
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || c == 0x061C;
}

bool isInvisible(char16_t c)
{
    return c == 0x200B || c == 0x2060 || c == 0xFEFF || c == 0x00AD || c == 0x2028 || c == 0x2029
           || (c >= 0x80 && c < 0xA0);
}

bool needsMark(char16_t c)
{
    return c < 0x20 || c == 0x7F || changesDirection(c) || isInvisible(c);
}

QString marked(char16_t c)
{
    if (c < 0x20)
        return QString(QChar(static_cast<char16_t>(0x2400 + c)));
    if (c == 0x7F)
        return QString(QChar(0x2421));
    return u"\u27E8U+%1\u27E9"_s.arg(static_cast<uint>(c), 4, 16, QChar(u'0')).toUpper();
}

} // namespace

QString visibleValue(const QString& text)
{
    const auto bad = std::find_if(text.cbegin(), text.cend(), [](QChar c) { return needsMark(c.unicode()); });
    if (bad == text.cend())
        return text;
    QString out;
    out.reserve(text.size() + 16);
    for (const QChar c : text) {
        if (needsMark(c.unicode()))
            out += marked(c.unicode());
        else
            out += c;
    }
    return out;
}

QString visibleText(const QString& text)
{
    if (text.isEmpty())
        return QCoreApplication::translate("Text", "(no name)");
    return visibleValue(text);
}

QString visibleText(std::string_view utf8)
{
    return visibleText(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())));
}

QString plainToolTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    return u"<p style='white-space:pre-wrap'>"_s + text.toHtmlEscaped() + u"</p>"_s;
}

} // namespace tideline
