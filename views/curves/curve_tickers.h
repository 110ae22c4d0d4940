// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSharedPointer>
#include <QString>

#include "core/base/time.h"

class QCPAxisTicker;

namespace tideline {

/// Ticks of a time axis whose coordinate is nanoseconds since the origin: steps of 1, 2 or 5 times a power of ten of a
/// time unit. Far into a run labels count from a base, which is shown once.
/// `labels`: how many of them fit into the width.
QSharedPointer<QCPAxisTicker> makeTimeTicker(double labels);
/// "12.345 s +" while labels of this range (since the origin) count from a base, else "".
QString timeBaseText(TimeRange range, double labels);

/// Ticks that are round numbers of a display unit: `factor` base units each.
QSharedPointer<QCPAxisTicker> makeValueTicker(double factor, int tickCount);
QSharedPointer<QCPAxisTicker> makeLogTicker(double factor);

} // namespace tideline
