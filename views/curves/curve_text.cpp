// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr QChar kNarrowSpace(0x202F);

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Curves)
};

QString sourceText(FigureSource source)
{
    switch (source) {
    case FigureSource::None: return {};
    case FigureSource::Profile: return Words::tr("stated by the profile");
    case FigureSource::Kernels: return Words::tr("solved from the kernel rows");
    case FigureSource::DeviceTable: return Words::tr("device table");
    }
    return {};
}

struct Step {
    double factor;
    const char* name;
};

DisplayUnit largestBelow(const std::array<Step, 5>& steps, double largest)
{
    for (const Step& step : steps) {
        if (std::fabs(largest) >= step.factor || step.factor == 1)
            return {step.factor, QString::fromLatin1(step.name)};
    }
    return {};
}

} // namespace

QString curveTitle(const Curve& curve)
{
    switch (curve.kind) {
    case CurveKind::CubeUtilization: return Words::tr("Cube cores (derived)");
    case CurveKind::VectorUtilization: return Words::tr("Vector cores (derived)");
    case CurveKind::HbmRead: return Words::tr("HBM read");
    case CurveKind::HbmWrite: return Words::tr("HBM write");
    case CurveKind::HbmTotal: return Words::tr("HBM read and write");
    case CurveKind::CoreFrequency:
    case CurveKind::CoreUtilization:
    case CurveKind::LlcThroughput:
    case CurveKind::LlcHitRate:
    case CurveKind::DeviceMemory:
    case CurveKind::AllocatorMemory: return visibleText(curve.name);
    case CurveKind::Other:
        return curve.process.empty() ? visibleText(curve.name)
                                     : visibleText(curve.process) + u" \u00B7 "_s + visibleText(curve.name);
    }
    return {};
}

QString panelTitle(const Curve& first)
{
    switch (first.kind) {
    case CurveKind::CubeUtilization: return Words::tr("AI Core utilisation: cube, derived from kernels");
    case CurveKind::VectorUtilization: return Words::tr("AI Core utilisation: vector, derived from kernels");
    case CurveKind::CoreUtilization: return Words::tr("AI Core utilisation");
    case CurveKind::HbmRead:
    case CurveKind::HbmWrite:
    case CurveKind::HbmTotal: return Words::tr("HBM bandwidth");
    case CurveKind::LlcThroughput: return Words::tr("L2 cache throughput");
    case CurveKind::LlcHitRate: return Words::tr("L2 cache hit rate");
    case CurveKind::CoreFrequency: return Words::tr("AI Core frequency");
    case CurveKind::DeviceMemory: return Words::tr("Device memory");
    case CurveKind::AllocatorMemory: return Words::tr("Allocator memory");
    case CurveKind::Other: return curveTitle(first);
    }
    return {};
}

DisplayUnit displayUnit(CurveUnit unit, const std::string& unitText, double largest)
{
    constexpr double kKi = 1024;
    switch (unit) {
    case CurveUnit::Percent: return {1, u"%"_s};
    case CurveUnit::Megahertz: return {1, u"MHz"_s};
    case CurveUnit::BytesPerSecond:
        return largestBelow({{{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1, "B/s"}}}, largest);
    case CurveUnit::Bytes:
        return largestBelow(
            {{{kKi * kKi * kKi * kKi, "TiB"}, {kKi * kKi * kKi, "GiB"}, {kKi * kKi, "MiB"}, {kKi, "KiB"}, {1, "B"}}},
            largest);
    case CurveUnit::Plain: return {1, visibleValue(QString::fromStdString(unitText))};
    }
    return {};
}

QString curveValueText(const Curve& curve, double value)
{
    if (std::isnan(value))
        return u"\u2013"_s;
    const DisplayUnit unit = displayUnit(curve.unit, curve.unitText, value);
    const QString number = numberText(value / unit.factor, 4);
    return unit.name.isEmpty() ? number : number + kNarrowSpace + unit.name;
}

QString peakText(const Curve& curve)
{
    const QString source = curve.peakAssumed ? sourceText(curve.peakSource) + u", "_s + Words::tr("assumed")
                                             : sourceText(curve.peakSource);
    return Words::tr("peak %1 (%2)").arg(curveValueText(curve, curve.peak), source);
}

QString curveNote(const Curve& curve)
{
    QStringList lines{curveTitle(curve)};
    if (curve.source == CurveSource::Derived) {
        lines << Words::tr("Derived from the blocks of the kernels and %1 cores (%2): no counter was recorded.")
                     .arg(countText(static_cast<std::uint64_t>(curve.cores)), sourceText(curve.coresSource));
        if (curve.clamped.ns > 0)
            lines << Words::tr("Concurrent kernels summed up to more than 100 % for %1; there the curve is clamped.")
                         .arg(durationText(curve.clamped));
        if (curve.withoutBlocks > 0)
            lines << Words::tr("%1 kernels without a number of blocks count as idle.")
                         .arg(countText(curve.withoutBlocks));
    }
    if (curve.period.ns > 0)
        lines << Words::tr("Sampled every %1").arg(durationText(curve.period));
    if (!std::isnan(curve.peak))
        lines << peakText(curve);
    return lines.join(u'\n');
}

QString tooFewSamplesText(const Curve& curve, const CurveStatistics& statistics, Duration range)
{
    if (curve.sampled && curve.period.ns > 0)
        return Words::tr("sampled every %1, the range lasts %2").arg(durationText(curve.period), durationText(range));
    return Words::tr("%1 samples in the range").arg(countText(statistics.samples));
}

QString noCurvesText()
{
    return Words::tr("No counters, memory records or kernel rows with blocks in this profile.") + u"\n\n"_s
           + Words::tr("Switches of the collector that produce curves:") + u'\n'
           + Words::tr("HBM and L2 cache bandwidth, device memory: --sys-hardware-mem") + u'\n'
           + Words::tr("AI Core utilisation: --aic-mode sample-based, or derived from kernels at level 1") + u'\n'
           + Words::tr("Allocator memory: profile_memory=True");
}

} // namespace tideline
