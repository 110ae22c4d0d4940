// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/chart_axis.h"

#include <algorithm>
#include <cmath>

namespace tideline {

namespace {

/// The least round number that is not below the value.
double roundUp(double value, MessageArg::Kind kind)
{
    if (kind == MessageArg::Kind::Bytes)
        return std::exp2(std::ceil(std::log2(value)));
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= value * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

} // namespace

std::vector<double> axisMarks(double most, int count, MessageArg::Kind kind)
{
    if (!std::isfinite(most) || most <= 0)
        return {0, 1};
    const double step = roundUp(most / count, kind);
    std::vector<double> marks;
    for (int i = 0; i <= count; ++i) {
        marks.push_back(step * i);
        if (marks.back() >= most * (1 - 1e-9))
            break;
    }
    return marks;
}

double axisTop(const ReportCurve& curve)
{
    double most = 0;
    for (const ReportCurve::Point& point : curve.points) {
        if (std::isfinite(point.max))
            most = std::max(most, point.max);
    }
    // A limit far above the curve would flatten it.
    if (curve.peak && *curve.peak < 3 * most)
        most = std::max(most, *curve.peak);
    return most;
}

} // namespace tideline
