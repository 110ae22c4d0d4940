// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/report/sections.h"

namespace tideline {

namespace {

constexpr std::size_t kColumns = 700;   // about one per pixel of a page
constexpr std::size_t kMostPerKind = 2; // curves of one kind
static_assert(kColumns * 2 <= ReportCurve::kMostPoints);

TextKey titleOf(CurveKind kind)
{
    switch (kind) {
    case CurveKind::CubeUtilization: return TL_TEXT("Report", "AI Core utilisation (cube)");
    case CurveKind::VectorUtilization: return TL_TEXT("Report", "AI Core utilisation (vector)");
    case CurveKind::CoreUtilization: return TL_TEXT("Report", "AI Core utilisation");
    case CurveKind::HbmRead: return TL_TEXT("Report", "HBM bandwidth, read");
    case CurveKind::HbmWrite: return TL_TEXT("Report", "HBM bandwidth, write");
    case CurveKind::HbmTotal: return TL_TEXT("Report", "HBM bandwidth");
    case CurveKind::LlcThroughput: return TL_TEXT("Report", "Last-level cache throughput");
    case CurveKind::LlcHitRate: return TL_TEXT("Report", "Last-level cache hits");
    case CurveKind::CoreFrequency: return TL_TEXT("Report", "AI Core frequency");
    case CurveKind::DeviceMemory: return TL_TEXT("Report", "Device memory");
    case CurveKind::AllocatorMemory: return TL_TEXT("Report", "Memory of the allocator");
    case CurveKind::Other: break;
    }
    return TL_TEXT("Report", "Counter");
}

/// What a value is multiplied with to fit the kind of figure.
double useUnit(const Curve& curve, ReportCurve& out)
{
    switch (curve.unit) {
    case CurveUnit::Percent: out.kind = MessageArg::Kind::Ratio; return 0.01;
    case CurveUnit::BytesPerSecond: out.kind = MessageArg::Kind::Rate; return 1;
    case CurveUnit::Bytes: out.kind = MessageArg::Kind::Bytes; return 1;
    case CurveUnit::Megahertz: out.unit = "MHz"; return 1;
    case CurveUnit::Plain: break;
    }
    out.unit = curve.unitText;
    return 1;
}

bool sameValue(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

void addPoint(ReportCurve& curve, ReportCurve::Point point)
{
    const bool goesOn = !curve.points.empty() && sameValue(curve.points.back().min, point.min)
                        && sameValue(curve.points.back().max, point.max);
    if (!goesOn)
        curve.points.push_back(point);
}

void scale(CurveStatistics& statistics, double factor)
{
    statistics.min *= factor;
    statistics.mean *= factor;
    statistics.p95 *= factor;
    statistics.max *= factor;
}

std::size_t kindOrder(CurveKind kind)
{
    return static_cast<std::size_t>(kind);
}

bool isShown(CurveKind kind)
{
    switch (kind) {
    case CurveKind::CubeUtilization:
    case CurveKind::VectorUtilization:
    case CurveKind::CoreUtilization:
    case CurveKind::HbmRead:
    case CurveKind::HbmWrite:
    case CurveKind::HbmTotal:
    case CurveKind::LlcThroughput:
    case CurveKind::CoreFrequency: return true;
    case CurveKind::LlcHitRate:
    case CurveKind::DeviceMemory:
    case CurveKind::AllocatorMemory:
    case CurveKind::Other: break;
    }
    return false;
}

ReportTable statisticsTable(const std::vector<ReportCurve>& curves)
{
    ReportTable table;
    table.id = "curve_statistics";
    table.title = TL_TEXT("Report", "Means over time");
    table.columns = {{"curve", TL_TEXT("Report", "Curve"), false}, {"min", TL_TEXT("Report", "Least"), true},
                     {"mean", TL_TEXT("Report", "Mean"), true},    {"p95", TL_TEXT("Report", "95 %"), true},
                     {"max", TL_TEXT("Report", "Most"), true},     {"unit", TL_TEXT("Report", "Unit"), false}};
    for (const ReportCurve& curve : curves) {
        const auto figure = [&curve](double value) -> ReportCell {
            MessageArg arg;
            arg.kind = curve.kind;
            arg.number = value;
            return std::isfinite(value) ? ReportCell(arg) : std::nullopt;
        };
        const CurveStatistics& s = curve.statistics;
        const ReportCell name = curve.name.empty() ? ReportCell(MessageArg::of(curve.title)) : textCell(curve.name);
        table.rows.push_back({name, figure(s.min), figure(s.mean), figure(s.p95), figure(s.max), textCell(curve.unit)});
    }
    table.total = table.rows.size();
    dropEmptyColumns(table);
    return table;
}

bool has(const std::vector<ReportCurve>& curves, std::string_view part)
{
    return std::any_of(curves.begin(), curves.end(), [part](const ReportCurve& c) { return c.id.starts_with(part); });
}

std::string idOf(CurveKind kind)
{
    switch (kind) {
    case CurveKind::CubeUtilization: return "utilization_cube";
    case CurveKind::VectorUtilization: return "utilization_vector";
    case CurveKind::CoreUtilization: return "utilization";
    case CurveKind::HbmRead: return "hbm_read";
    case CurveKind::HbmWrite: return "hbm_write";
    case CurveKind::HbmTotal: return "hbm";
    case CurveKind::LlcThroughput: return "llc";
    case CurveKind::LlcHitRate: return "llc_hits";
    case CurveKind::CoreFrequency: return "frequency";
    case CurveKind::DeviceMemory: return "device_memory";
    case CurveKind::AllocatorMemory: return "allocator_memory";
    case CurveKind::Other: break;
    }
    return "counter";
}

} // namespace

ReportCurve reportCurve(const Curve& curve, TimeRange range, std::optional<std::int64_t> rank)
{
    ReportCurve out;
    out.id = idOf(curve.kind);
    out.title = titleOf(curve.kind);
    out.name = curve.source == CurveSource::Counter ? curve.name : std::string();
    out.rank = rank;
    out.range = range;
    out.derived = curve.source == CurveSource::Derived;
    const double factor = useUnit(curve, out);
    const auto columns = static_cast<std::int64_t>(
        std::min<std::uint64_t>(kColumns, static_cast<std::uint64_t>(std::max<std::int64_t>(range.length().ns, 0))));
    const std::int64_t length = range.length().ns;
    // Quotient and rest apart: the whole length times 700 may leave 64 bits.
    const auto at = [&](std::int64_t column) {
        return range.start + Duration{length / columns * column + length % columns * column / columns};
    };
    bool any = false;
    for (std::int64_t i = 0; i < columns; ++i) {
        const StepSummary summary = curve.data.over(TimeRange{at(i), at(i + 1)});
        any = any || std::isfinite(summary.max);
        addPoint(out, {at(i), summary.min * factor, summary.max * factor});
    }
    if (!any)
        out.points.clear();
    out.statistics = statisticsOf(curve, range);
    scale(out.statistics, factor);
    if (std::isfinite(curve.peak))
        out.peak = curve.peak * factor;
    out.peakAssumed = curve.peakAssumed;
    return out;
}

ReportSection curveSection(const ReportContext& context, const std::vector<Curve>& curves)
{
    ReportSection section{"curves", TL_TEXT("Report", "Curves"), {}};
    std::vector<ReportCurve> shown;
    std::vector<std::size_t> perKind(kindOrder(CurveKind::Other) + 1, 0);
    for (const Curve& curve : curves) {
        if (!isShown(curve.kind) || curve.rank != context.worstRank || perKind[kindOrder(curve.kind)] == kMostPerKind)
            continue;
        ReportCurve part = reportCurve(curve, context.range, context.numberOf(curve.rank));
        if (part.points.empty())
            continue;
        ++perKind[kindOrder(curve.kind)];
        shown.push_back(std::move(part));
    }
    for (const ReportCurve& curve : shown)
        section.blocks.push_back(curve);
    if (!shown.empty())
        section.blocks.push_back(statisticsTable(shown));
    if (!has(shown, "utilization"))
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No AI Core utilisation: it is derived from the Block Dim column of "
                                      "kernel_details.csv, or counted with aic_metrics in sampling mode.")));
    if (!has(shown, "hbm"))
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No HBM samples in this profile: they are the HBM counters of "
                                      "trace_view.json; switch on sys_interconnection and the hardware "
                                      "memory sampling when collecting.")));
    if (!has(shown, "frequency"))
        section.blocks.push_back(
            missing(TL_TEXT("Report", "No frequency curve: it is the counter AI Core Freq of "
                                      "trace_view.json, which newer collectors write by themselves.")));
    return section;
}

} // namespace tideline
