// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/band.h"

#include <algorithm>
#include <cmath>

namespace tideline::clocks {

namespace {

/// A bound beside the first one, so that doubles keep the nanoseconds.
struct Point {
    double x = 0;
    double y = 0;
};

double cross(Point a, Point b, Point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The points that a line from above can touch; sign −1: from below.
std::vector<Point> hull(std::vector<Bound> bounds, Bound origin, double sign)
{
    std::sort(bounds.begin(), bounds.end(), [](const Bound& a, const Bound& b) { return a.at < b.at; });
    std::vector<Point> out;
    for (const Bound& bound : bounds) {
        const Point next{static_cast<double>(bound.at - origin.at),
                         sign * static_cast<double>(bound.value - origin.value)};
        while (out.size() >= 2 && cross(out[out.size() - 2], out.back(), next) >= 0)
            out.pop_back();
        if (!out.empty() && out.back().x == next.x) {
            out.back().y = std::max(out.back().y, next.y);
            continue;
        }
        out.push_back(next);
    }
    return out;
}

/// The highest intercept of lines of that slope through the points. O(points).
double highest(const std::vector<Point>& points, double slope)
{
    double most = points.front().y - slope * points.front().x;
    for (const Point& point : points)
        most = std::max(most, point.y - slope * point.x);
    return most;
}

} // namespace

std::int64_t Line::valueAt(std::int64_t time) const
{
    return offset + std::llround(slope * static_cast<double>(time - at));
}

std::optional<Band> middleOfBand(std::vector<Bound> lower, std::vector<Bound> upper)
{
    if (lower.empty() || upper.empty())
        return std::nullopt;
    const Bound origin = lower.front();
    const std::vector<Point> floor = hull(std::move(lower), origin, 1);
    const std::vector<Point> ceiling = hull(std::move(upper), origin, -1); // upside down
    const auto room = [&](double slope) { return -highest(ceiling, -slope) - highest(floor, slope); };
    // The room is concave in the slope: a third of what is left of the range goes with each round.
    double least = -kMostDrift;
    double most = kMostDrift;
    constexpr int kRounds = 80; // (2/3)^80 of 400 ppm is far below a nanosecond per year
    for (int i = 0; i < kRounds; ++i) {
        const double third = (most - least) / 3;
        if (room(least + third) < room(most - third))
            least += third;
        else
            most -= third;
    }
    const double slope = (least + most) / 2;
    const double bottom = highest(floor, slope);
    const double half = room(slope) / 2;
    return Band{{origin.at, origin.value + std::llround(bottom + half), slope}, half};
}

std::optional<Band> levelOfBand(const std::vector<Bound>& lower, const std::vector<Bound>& upper)
{
    if (lower.empty() || upper.empty())
        return std::nullopt;
    const auto byValue = [](const Bound& a, const Bound& b) { return a.value < b.value; };
    const std::int64_t floor = std::max_element(lower.begin(), lower.end(), byValue)->value;
    const std::int64_t ceiling = std::min_element(upper.begin(), upper.end(), byValue)->value;
    const std::int64_t room = ceiling - floor;
    return Band{{lower.front().at, floor + room / 2, 0}, static_cast<double>(room) / 2};
}

} // namespace tideline::clocks
