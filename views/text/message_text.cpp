// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/message_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QString sizeText(double bytes, QLocale::DataSizeFormats format)
{
    constexpr double kLargest = 9e18; // qint64
    const double sure = std::isfinite(bytes) ? std::clamp(bytes, -kLargest, kLargest) : 0;
    return QLocale().formattedDataSize(static_cast<qint64>(std::llround(sure)), 1, format);
}

} // namespace

QString translated(const TextKey& key)
{
    return key.empty() ? QString() : QCoreApplication::translate(key.context, key.text);
}

QString rateText(double bytesPerSecond)
{
    return sizeText(bytesPerSecond, QLocale::DataSizeSIFormat) + u"/s"_s;
}

QString argumentText(const MessageArg& argument)
{
    switch (argument.kind) {
    case MessageArg::Kind::Time: return durationText(argument.number);
    case MessageArg::Kind::Ratio: return percentText(argument.number);
    case MessageArg::Kind::Count: return numberText(argument.number, 4);
    case MessageArg::Kind::Bytes: return sizeText(argument.number, QLocale::DataSizeIecFormat);
    case MessageArg::Kind::Rate: return rateText(argument.number);
    case MessageArg::Kind::Text: return visibleText(argument.text);
    case MessageArg::Kind::Word: break;
    }
    return translated(argument.word);
}

QString messageText(const Message& message)
{
    // QString::arg() would look for places inside the arguments too.
    const QString text = translated(message.text);
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t digit = i + 1 < text.size() ? text[i + 1].unicode() : u'\0';
        const bool place = text[i] == u'%' && digit >= u'1' && digit <= u'9';
        const std::size_t number = place ? static_cast<std::size_t>(digit - u'1') : 0;
        if (!place || number >= message.args.size()) {
            out += text[i];
            continue;
        }
        out += argumentText(message.args[number]);
        ++i;
    }
    return out;
}

} // namespace tideline
