// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/tick_text.h"

#include <QLocale>

#include <cstdlib>

namespace tideline {

using namespace Qt::StringLiterals;

QString tickText(Duration offset, Duration largest, Duration step)
{
    const std::int64_t most = std::abs(largest.ns);
    std::int64_t unit = 1;
    QString name = u"ns"_s;
    if (most >= 1'000'000'000) {
        unit = 1'000'000'000;
        name = u"s"_s;
    } else if (most >= 1'000'000) {
        unit = 1'000'000;
        name = u"ms"_s;
    } else if (most >= 1'000) {
        unit = 1'000;
        name = u"\u00B5s"_s;
    }
    int decimals = 0;
    for (std::int64_t part = unit; part > 1 && step.ns % part != 0; part /= 10)
        ++decimals;
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    const double value = static_cast<double>(offset.ns) / static_cast<double>(unit);
    return locale.toString(value, 'f', decimals) + u'\u00A0' + name;
}

} // namespace tideline
