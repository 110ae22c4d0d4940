// SPDX-License-Identifier: GPL-3.0-or-later
// The y axis of a panel: which values it spans and how they are written.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "views/curves/curve_panel.h"
#include "views/curves/curve_tickers.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kHeadroom = 1.06;
constexpr double kFootroom = 0.025;
constexpr int kTickPx = 34; ///< least distance of value labels

/// A range that is never empty.
std::pair<double, double> opened(double low, double high)
{
    if (!(low <= high))
        return {0, 1};
    if (low == high)
        return low == 0 ? std::pair{0.0, 1.0} : std::pair{low - std::fabs(low) * 0.1, high + std::fabs(high) * 0.1};
    return {low, high};
}

} // namespace

std::pair<double, double> CurvePanel::visibleRange() const
{
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = low;
    for (const CurveScene& scene : m_scenes) {
        low = std::fmin(low, scene.low);
        high = std::fmax(high, scene.high);
    }
    const auto [from, to] = opened(low, high);
    const double room = (to - from) * (kHeadroom - 1);
    return {from - (from == 0 ? 0 : room), to + room};
}

std::pair<double, double> CurvePanel::wholeRange() const
{
    double low = 0;
    double high = std::numeric_limits<double>::quiet_NaN();
    for (const std::size_t index : m_panel.curves) {
        const StepFunction& data = m_set.at(index).data;
        const StepSummary all = data.over(0, data.size());
        low = std::fmin(low, all.min);
        high = std::fmax(high, all.max);
    }
    const auto [from, to] = opened(low, std::fmax(high, 0.0));
    return {from * kHeadroom, to * kHeadroom};
}

std::pair<double, double> CurvePanel::logRange() const
{
    const auto [low, high] = wholeRange();
    constexpr double kDecades = 1e-6;
    double least = high;
    for (const CurveScene& scene : m_scenes) {
        for (const StepSample& point : scene.points) {
            if (point.value > 0)
                least = std::min(least, point.value);
        }
    }
    const double top = std::max(high, 1e-9);
    return {std::clamp(least * 0.8, top * kDecades, top * 0.1), top * kHeadroom};
}

std::pair<double, double> CurvePanel::wantedRange() const
{
    if (m_manual)
        return *m_manual;
    switch (m_mode) {
    case YMode::FitVisible: return visibleRange();
    case YMode::WholeRun: return wholeRange();
    case YMode::Fixed: {
        const auto [low, high] = wholeRange();
        if (m_set.at(m_panel.curves.front()).unit == CurveUnit::Percent && high <= 100 * kHeadroom * kHeadroom)
            return {std::min(low, 0.0), 100 * kHeadroom};
        return peak() ? std::pair{std::min(low, 0.0), std::max(high, *peak() * kHeadroom)} : std::pair{low, high};
    }
    case YMode::Log: return logRange();
    }
    return {0, 1};
}

void CurvePanel::applyRange()
{
    QCPAxis* y = m_rect.axis(QCPAxis::atLeft);
    const bool log = m_mode == YMode::Log;
    y->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const auto [low, high] = wantedRange();
    // A little room below zero, so that a curve that lies on it is seen beside the axis.
    const bool grounded = low == 0 && !log && !m_manual;
    y->setRange(grounded ? -high * kFootroom : low, high);
    const Curve& first = m_set.at(m_panel.curves.front());
    const DisplayUnit unit = displayUnit(first.unit, first.unitText, std::max(std::fabs(low), std::fabs(high)));
    const int ticks = std::max(2, static_cast<int>(area().height() / kTickPx));
    y->setLabel(unit.name);
    if (m_factor == unit.factor && m_logTicks == log && y->ticker()->tickCount() == ticks)
        return;
    m_factor = unit.factor;
    m_logTicks = log;
    y->setTicker(log ? makeLogTicker(unit.factor) : makeValueTicker(unit.factor, ticks));
}

void CurvePanel::setMode(YMode mode)
{
    m_mode = mode;
    m_manual.reset();
    applyRange();
}

void CurvePanel::zoomY(double factor, double yPx)
{
    QCPAxis* y = m_rect.axis(QCPAxis::atLeft);
    QCPRange range = y->range();
    const double centre = y->pixelToCoord(yPx);
    if (m_mode == YMode::Log)
        m_manual =
            std::pair{centre * std::pow(range.lower / centre, factor), centre * std::pow(range.upper / centre, factor)};
    else
        m_manual = std::pair{centre + (range.lower - centre) * factor, centre + (range.upper - centre) * factor};
    if (!QCPRange::validRange(m_manual->first, m_manual->second))
        m_manual = std::pair{range.lower, range.upper};
    applyRange();
}

void CurvePanel::panY(double byPx)
{
    QCPAxis* y = m_rect.axis(QCPAxis::atLeft);
    const QRectF box = area();
    m_manual = std::pair{y->pixelToCoord(box.bottom() - byPx), y->pixelToCoord(box.top() - byPx)};
    applyRange();
}

void CurvePanel::resetY()
{
    m_manual.reset();
    applyRange();
}

} // namespace tideline
