// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/number_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr QChar kNarrowSpace(0x202F);
constexpr QChar kMissing(0x2013);

struct TimeUnit {
    double ns;
    const char16_t* symbol;
};
constexpr std::array<TimeUnit, 4> kTimeUnits{{{1e9, u"s"}, {1e6, u"ms"}, {1e3, u"\u00B5s"}, {1, u"ns"}}};

QString significant(double value, int digits)
{
    const double size = std::abs(value);
    const int before = size < 1 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
    return QLocale().toString(value, 'f', std::max(0, digits - before));
}

} // namespace

QString countText(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString durationText(double ns)
{
    const double size = std::abs(ns);
    for (const TimeUnit& unit : kTimeUnits) {
        // 0.99995 of a unit already rounds to one whole unit with four digits.
        if (size < unit.ns * 0.99995 && unit.ns > 1)
            continue;
        const double value = ns / unit.ns;
        const bool whole = unit.ns == 1.0 && value == std::floor(value);
        return (whole ? QLocale().toString(value, 'f', 0) : significant(value, 4)) + kNarrowSpace
               + QString::fromUtf16(unit.symbol);
    }
    return {};
}

QString durationText(Duration duration)
{
    return durationText(static_cast<double>(duration.ns));
}

QString exactDurationText(Duration duration)
{
    return QLocale().toString(static_cast<qlonglong>(duration.ns)) + kNarrowSpace + u"ns"_s;
}

QString numberText(double value, int digits)
{
    if (std::isnan(value))
        return {};
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return QLocale().toString(value, 'f', 0);
    return QLocale().toString(value, 'g', digits);
}

QString byteText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeIecFormat);
}

QString percentText(double ratio)
{
    if (std::isnan(ratio))
        return QString(kMissing);
    const double percent = ratio * 100;
    const int decimals = percent != 0 && std::abs(percent) < 0.1 ? 3 : 1;
    return QLocale().toString(percent, 'f', decimals) + kNarrowSpace + u'%';
}

QString durationText(const std::optional<Duration>& duration)
{
    return duration ? durationText(*duration) : QString(kMissing);
}

QString percentText(const std::optional<double>& ratio)
{
    return ratio ? percentText(*ratio) : QString(kMissing);
}

} // namespace tideline
