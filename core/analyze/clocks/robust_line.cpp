// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/robust_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tideline::clocks {

namespace {

constexpr std::size_t kMostForPairs = 256; // 32,640 pairs

struct Point {
    double x = 0;
    double y = 0;
};

/// Beside the first, so that doubles keep the nanoseconds.
std::vector<Point> pointsOf(const std::vector<Bound>& values)
{
    std::vector<Point> points;
    points.reserve(values.size());
    for (const Bound& value : values)
        points.push_back({static_cast<double>(value.at - values.front().at),
                          static_cast<double>(value.value - values.front().value)});
    return points;
}

std::vector<Point> thinned(const std::vector<Point>& points)
{
    if (points.size() <= kMostForPairs)
        return points;
    std::vector<Point> out;
    for (std::size_t i = 0; i < kMostForPairs; ++i) {
        const std::size_t first = i * points.size() / kMostForPairs;
        const std::size_t last = (i + 1) * points.size() / kMostForPairs;
        std::vector<double> values;
        for (std::size_t k = first; k < last; ++k)
            values.push_back(points[k].y);
        out.push_back({points[(first + last) / 2].x, medianOf(std::move(values))});
    }
    return out;
}

double medianSlope(const std::vector<Point>& points)
{
    std::vector<double> slopes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t k = i + 1; k < points.size(); ++k) {
            if (points[k].x > points[i].x)
                slopes.push_back((points[k].y - points[i].y) / (points[k].x - points[i].x));
        }
    }
    return std::clamp(medianOf(std::move(slopes)), -kMostDrift, kMostDrift);
}

bool earlier(const Bound& a, const Bound& b)
{
    return a.at < b.at;
}

double spreadOf(const std::vector<Point>& points, double middle)
{
    double sum = 0;
    for (const Point& point : points)
        sum += (point.x - middle) * (point.x - middle);
    return std::sqrt(sum);
}

} // namespace

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), half, values.end());
    if (values.size() % 2 == 1)
        return *half;
    return (*std::max_element(values.begin(), half) + *half) / 2;
}

RobustLine robustLine(std::vector<Bound> values)
{
    std::sort(values.begin(), values.end(), earlier);
    const double slope = medianSlope(thinned(pointsOf(values)));
    return lineOfSlope(std::move(values), slope);
}

RobustLine lineOfSlope(std::vector<Bound> values, double slope)
{
    std::sort(values.begin(), values.end(), earlier);
    const std::vector<Point> points = pointsOf(values);
    const double middle = points.back().x / 2;
    std::vector<double> rests;
    rests.reserve(points.size());
    for (const Point& point : points)
        rests.push_back(point.y - slope * (point.x - middle));
    const double offset = medianOf(rests);
    for (double& rest : rests)
        rest = std::fabs(rest - offset);

    RobustLine out;
    out.line.at = values.front().at + std::llround(middle);
    out.line.offset = values.front().value + std::llround(offset);
    out.line.slope = slope;
    out.scatterNs = medianOf(std::move(rests));
    constexpr double kSigmaPerMedian = 1.4826; // of a normal distribution
    constexpr double kErrors = 3;
    const double spread = spreadOf(points, middle);
    out.slopeError = spread > 0 ? kErrors * kSigmaPerMedian * out.scatterNs / spread : kMostDrift;
    return out;
}

} // namespace tideline::clocks
