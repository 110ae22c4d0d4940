// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/report/report.h"

namespace tideline {

/// Round values from 0 to at least `most`: steps of 1, 2 or 5 times a power of ten, at most `count` of them. For bytes
/// powers of two are round.
std::vector<double> axisMarks(double most, int count, MessageArg::Kind kind);

/// The greatest value that an axis for the curve must show.
double axisTop(const ReportCurve& curve);

} // namespace tideline
