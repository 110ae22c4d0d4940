// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/time.h"

namespace tideline {

/// The label of a ruler tick: all ticks of one ruler share the unit of the largest and the decimals of the step, so
/// that "1.25 ms" stands between "1.20 ms" and "1.30 ms".
QString tickText(Duration offset, Duration largest, Duration step);

} // namespace tideline
