// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/svg_charts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/report/chart_axis.h"
#include "core/report/html_text.h"

namespace tideline {

namespace {

constexpr double kWidth = 1040;
constexpr double kLeft = 80;
constexpr double kLabelWidth = 170; // of bars
constexpr double kBarHeight = 16;
constexpr double kBarStep = 22;
constexpr double kCurveHeight = 130;

std::string label(double x, double y, const std::string& text, const char* anchor)
{
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)", x, y, anchor, htmlEscaped(text));
}

std::string wedge(double from, double to, ReportInk ink, const std::string& title)
{
    constexpr double kCentre = 100;
    constexpr double kRadius = 95;
    const auto point = [](double share) {
        const double angle = (share - 0.25) * 2 * std::numbers::pi;
        return fmt::format("{:.2f} {:.2f}", kCentre + kRadius * std::cos(angle), kCentre + kRadius * std::sin(angle));
    };
    if (to - from > 0.9999)
        return fmt::format(R"(<circle class="{}" cx="100" cy="100" r="95"><title>{}</title></circle>)", wordOf(ink),
                           title);
    return fmt::format(R"(<path class="{}" d="M100 100L{}A95 95 0 {} 1 {}Z"><title>{}</title></path>)", wordOf(ink),
                       point(from), to - from > 0.5 ? 1 : 0, point(to), title);
}

/// Outline of the envelope: along the greatest values and back along the least; one closed part per stretch without gap.
std::string envelope(const ReportCurve& curve, double height, double top)
{
    const auto span = static_cast<double>(std::max<std::int64_t>(curve.range.length().ns, 1));
    const auto x = [&](Instant t) {
        return kLeft + static_cast<double>((t - curve.range.start).ns) / span * (kWidth - kLeft);
    };
    const auto y = [&](double v) { return height - std::clamp(v / top, 0.0, 1.0) * height; };
    std::string path;
    std::string back;
    const auto close = [&] {
        path += back.empty() ? "" : back + "Z";
        back.clear();
    };
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const ReportCurve::Point& point = curve.points[i];
        if (!std::isfinite(point.max)) {
            close();
            continue;
        }
        const double from = x(point.time);
        const double to = x(i + 1 < curve.points.size() ? curve.points[i + 1].time : curve.range.end);
        path += fmt::format("{}{:.1f} {:.1f}H{:.1f}", back.empty() ? "M" : "L", from, y(point.max), to);
        // A flat part is still a line to see.
        const double low = std::min(std::max(y(point.min), y(point.max) + 1.8), height);
        back = fmt::format("L{:.1f} {:.1f}H{:.1f}", to, low, from) + back;
    }
    close();
    return path;
}

std::string yAxis(const ReportCurve& curve, const ReportWords& words, double height, double& top)
{
    const std::vector<double> marks = axisMarks(axisTop(curve), 4, curve.kind);
    top = marks.back();
    std::string out;
    for (const double mark : marks) {
        const double y = height - mark / top * height;
        out += fmt::format(R"(<path class="grid" d="M{} {:.1f}H{}"/>)", kLeft, y, kWidth);
        out += label(kLeft - 6, y + 4, words.value(curve, mark), "end");
    }
    return out;
}

} // namespace

std::string svgPie(const ReportSplit& split, const ReportWords& words)
{
    const auto sum = static_cast<double>(split.sum().ns);
    std::string out =
        R"(<svg viewBox="0 0 200 200" role="img" aria-label=")" + htmlEscaped(words.text(split.title)) + "\">";
    double at = 0;
    for (const ReportSplit::Part& part : split.parts) {
        const double share = sum > 0 ? static_cast<double>(part.time.ns) / sum : 0;
        if (share > 0)
            out += wedge(at, at + share, part.ink, htmlEscaped(words.text(part.name)));
        at += share;
    }
    return out + "</svg>";
}

std::string svgBars(const ReportBars& bars, const ReportWords& words)
{
    Duration longest{1};
    for (const ReportBars::Bar& bar : bars.bars) {
        Duration sum;
        for (const Duration part : bar.parts)
            sum += part;
        longest = std::max(longest, sum);
    }
    const double scale = (kWidth - kLabelWidth - 90) / static_cast<double>(longest.ns);
    std::string out =
        fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">)", kWidth,
                    kBarStep * static_cast<double>(bars.bars.size()), htmlEscaped(words.text(bars.title)));
    double y = 0;
    for (const ReportBars::Bar& bar : bars.bars) {
        out += label(kLabelWidth - 8, y + 12, words.text(bar.label), "end");
        double x = kLabelWidth;
        Duration sum;
        for (std::size_t i = 0; i < bar.parts.size(); ++i) {
            const double width = static_cast<double>(bar.parts[i].ns) * scale;
            sum += bar.parts[i];
            if (width > 0)
                out += fmt::format(R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}"/>)",
                                   wordOf(bars.series[i].ink), x, y, width, kBarHeight);
            x += width;
        }
        out += label(x + 6, y + 12, words.value(MessageArg::time(sum)), "start");
        y += kBarStep;
    }
    return out + "</svg>";
}

std::string svgCurve(const ReportCurve& curve, const ReportWords& words)
{
    constexpr double kTop = 8;
    constexpr double kBottom = 22;
    double top = 1;
    const std::string axis = yAxis(curve, words, kCurveHeight, top);
    std::string out = fmt::format(R"(<svg viewBox="0 -{} {} {}" role="img" aria-label="{}">)", kTop, kWidth,
                                  kCurveHeight + kTop + kBottom, htmlEscaped(words.title(curve)));
    out += axis;
    out += fmt::format(R"(<path class="computing" d="{}"/>)", envelope(curve, kCurveHeight, top));
    if (curve.peak && *curve.peak <= top)
        out += fmt::format(R"(<path class="peak" d="M{} {:.1f}H{}"/>)", kLeft, kCurveHeight * (1 - *curve.peak / top),
                           kWidth);
    out += label(kLeft, kCurveHeight + 16, words.value(MessageArg::time(Duration{})), "start");
    out += label(kWidth, kCurveHeight + 16, words.value(MessageArg::time(curve.range.length())), "end");
    return out + "</svg>";
}

} // namespace tideline
