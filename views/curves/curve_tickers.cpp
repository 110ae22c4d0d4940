// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_tickers.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/scene/ruler.h"
#include "views/text/number_text.h"
#include "views/text/tick_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

Ruler rulerOf(const QCPRange& range, double widthPx, double minLabelPx)
{
    const TimeAxis axis{{Instant{std::llround(range.lower)}, Instant{std::llround(range.upper)}}, widthPx};
    return buildRuler(axis, Instant{}, minLabelPx);
}

class TimeTicker final : public QCPAxisTicker {
public:
    explicit TimeTicker(double labels) : m_labels(labels) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* tickLabels) override
    {
        ticks.clear();
        if (subTicks)
            subTicks->clear();
        if (tickLabels)
            tickLabels->clear();
        // The width is not needed: one label per share of the range.
        const Ruler ruler = rulerOf(range, m_labels, 1);
        Duration largest;
        for (const Ruler::Tick& tick : ruler.ticks)
            largest = std::max(largest, Duration{std::abs(tick.offset.ns)});
        for (const Ruler::Tick& tick : ruler.ticks) {
            const auto at = static_cast<double>((tick.offset + ruler.base).ns);
            if (!tick.major && subTicks)
                subTicks->push_back(at);
            if (!tick.major)
                continue;
            ticks.push_back(at);
            if (tickLabels)
                tickLabels->push_back(tickText(tick.offset, largest, ruler.step));
        }
    }

private:
    double m_labels; ///< that fit into the width
};

class ValueTicker final : public QCPAxisTicker {
public:
    ValueTicker(double factor, int count) : m_factor(factor) { setTickCount(count); }

protected:
    double getTickStep(const QCPRange& range) override
    {
        return QCPAxisTicker::getTickStep({range.lower / m_factor, range.upper / m_factor}) * m_factor;
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return numberText(tick / m_factor, 4); }

private:
    double m_factor;
};

class LogTicker final : public QCPAxisTickerLog {
public:
    explicit LogTicker(double factor) : m_factor(factor) { setTickCount(3); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return numberText(tick / m_factor, 3); }

private:
    double m_factor;
};

} // namespace

QSharedPointer<QCPAxisTicker> makeTimeTicker(double labels)
{
    return QSharedPointer<TimeTicker>::create(std::max(labels, 1.0)).staticCast<QCPAxisTicker>();
}

QString timeBaseText(TimeRange range, double labels)
{
    const QCPRange plain(static_cast<double>(range.start.ns), static_cast<double>(range.end.ns));
    const Ruler ruler = rulerOf(plain, std::max(labels, 1.0), 1);
    return ruler.base.ns == 0 ? QString() : tickText(ruler.base, ruler.base, ruler.base) + u" +"_s;
}

QSharedPointer<QCPAxisTicker> makeValueTicker(double factor, int tickCount)
{
    return QSharedPointer<ValueTicker>::create(factor, tickCount).staticCast<QCPAxisTicker>();
}

QSharedPointer<QCPAxisTicker> makeLogTicker(double factor)
{
    return QSharedPointer<LogTicker>::create(factor).staticCast<QCPAxisTicker>();
}

} // namespace tideline
