// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/curves.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analyze/curve_parts.h"
#include "core/analyze/occupancy.h"

namespace tideline {

namespace {

constexpr double kBinaryKilo = 1024;
constexpr double kBinaryMega = 1024 * 1024;

struct Unit {
    CurveUnit unit;
    double scale; ///< from the file's unit to the base unit
};

Unit unitOf(const std::string& text)
{
    if (text == "%")
        return {CurveUnit::Percent, 1};
    if (text == "ratio")
        return {CurveUnit::Percent, 100};
    if (text == "MHz")
        return {CurveUnit::Megahertz, 1};
    if (text == "MB/s") // binary in the files
        return {CurveUnit::BytesPerSecond, kBinaryMega};
    if (text == "KB")
        return {CurveUnit::Bytes, kBinaryKilo};
    if (text == "MB")
        return {CurveUnit::Bytes, kBinaryMega};
    return {CurveUnit::Plain, 1};
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

CurveKind kindOf(const std::string& process, const CounterInfo& counter)
{
    if (process == "HBM" && counter.unit == "MB/s")
        return contains(counter.name, "Write") ? CurveKind::HbmWrite : CurveKind::HbmRead;
    if (process == "LLC")
        return contains(counter.name, "Hit Rate") ? CurveKind::LlcHitRate : CurveKind::LlcThroughput;
    if (process == "NPU MEM" || process == "NPU Module Mem" || counter.name.rfind("APP/", 0) == 0
        || counter.name.rfind("Device/", 0) == 0)
        return counter.unit == "KB" || counter.unit == "MB" ? CurveKind::DeviceMemory : CurveKind::Other;
    if (counter.unit == "MHz" && counter.name.rfind("AI Core Freq", 0) == 0)
        return CurveKind::CoreFrequency;
    if (process == "AI Core Utilization" && counter.unit == "%")
        return CurveKind::CoreUtilization;
    return CurveKind::Other;
}

std::string nameOf(const CounterInfo& counter, CurveKind kind)
{
    const bool unitOnly = counter.series == counter.unit || kind != CurveKind::Other || counter.series == counter.name
                          || counter.series == "value";
    return unitOnly ? counter.name : counter.name + " " + counter.series;
}

/// The curves of one rank as they are found.
class RankCurves {
public:
    RankCurves(const Trace& trace, RankId rank, std::vector<Curve>& out) : m_trace(trace), m_rank(rank), m_out(out) {}

    void add(std::stop_token stop)
    {
        for (const CounterInfo& counter : m_trace.counters()) {
            if (stop.stop_requested())
                return;
            if (counter.rank == m_rank && counter.samples.size() > 0)
                addCounter(counter);
        }
        addHbm();
        const bool measured = std::any_of(m_found.begin(), m_found.end(),
                                          [](const Curve& c) { return c.kind == CurveKind::CoreUtilization; });
        m_occupancy = occupancyOf(m_trace, m_rank);
        if (!measured) {
            addDerived(m_occupancy.cube, CurveKind::CubeUtilization);
            addDerived(m_occupancy.vector, CurveKind::VectorUtilization);
        }
        addMemoryCurves(m_trace, m_rank, m_found);
        setPeaks();
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const Curve& a, const Curve& b) { return a.kind < b.kind; });
        std::move(m_found.begin(), m_found.end(), std::back_inserter(m_out));
    }

private:
    void addCounter(const CounterInfo& counter)
    {
        Curve curve;
        curve.process = m_trace.process(counter.process).name;
        curve.kind = kindOf(curve.process, counter);
        curve.name = nameOf(counter, curve.kind);
        const Unit unit = unitOf(counter.unit);
        curve.unit = unit.unit;
        curve.unitText = counter.unit;
        curve.rank = m_rank;
        curve.sampled = curve.kind != CurveKind::CoreFrequency;
        if (curve.sampled)
            curve.period = samplingPeriod(m_trace, counter.samples);
        curve.data = functionOf(m_trace, counter, unit.scale, curve.period);
        if (curve.kind == CurveKind::HbmRead || curve.kind == CurveKind::HbmWrite)
            m_hbmUnits.push_back(std::move(curve));
        else
            m_found.push_back(std::move(curve));
    }

    void addHbm()
    {
        const bool reads = addSum(CurveKind::HbmRead);
        const bool writes = addSum(CurveKind::HbmWrite);
        if (reads && writes)
            addSum(CurveKind::HbmTotal);
    }

    bool addSum(CurveKind kind)
    {
        std::vector<const StepFunction*> parts;
        Curve curve;
        for (const Curve& unit : m_hbmUnits) {
            if (kind != CurveKind::HbmTotal && unit.kind != kind)
                continue;
            parts.push_back(&unit.data);
            curve.period = std::max(curve.period, unit.period);
        }
        if (parts.empty())
            return false;
        curve.kind = kind;
        curve.process = "HBM";
        curve.unit = CurveUnit::BytesPerSecond;
        curve.rank = m_rank;
        curve.sampled = true;
        curve.data = parts.size() == 1 ? *parts.front() : sumOf(parts, curve.period, m_trace.axisExtent().end);
        m_found.push_back(std::move(curve));
        return true;
    }

    void addDerived(OccupancyCurve& from, CurveKind kind)
    {
        if (!from.known())
            return;
        const DeviceFigures& figures = m_occupancy.figures;
        const bool cube = kind == CurveKind::CubeUtilization;
        Curve curve;
        curve.kind = kind;
        curve.unit = CurveUnit::Percent;
        curve.source = CurveSource::Derived;
        curve.rank = m_rank;
        curve.data = std::move(from.curve);
        curve.cores = cube ? figures.cubeCores : figures.vectorCores;
        curve.coresSource = cube ? figures.cubeSource : figures.vectorSource;
        curve.device = figures.device;
        curve.clamped = from.clamped;
        curve.withoutBlocks = m_occupancy.withoutBlocks;
        m_found.push_back(std::move(curve));
    }

    void setPeaks()
    {
        const DeviceFigures& figures = m_occupancy.figures;
        for (Curve& curve : m_found) {
            const bool hbm = curve.kind == CurveKind::HbmRead || curve.kind == CurveKind::HbmWrite
                             || curve.kind == CurveKind::HbmTotal;
            if (!hbm || figures.hbmSource == FigureSource::None)
                continue;
            curve.peak = figures.hbmBytesPerSecond;
            curve.peakSource = figures.hbmSource;
            curve.peakAssumed = figures.hbmAssumed;
            curve.device = figures.device;
        }
    }

    const Trace& m_trace;
    RankId m_rank;
    std::vector<Curve>& m_out;
    std::vector<Curve> m_found;
    std::vector<Curve> m_hbmUnits;
    Occupancy m_occupancy;
};

} // namespace

std::vector<Curve> curvesOf(const Trace& trace, std::stop_token stop)
{
    std::vector<Curve> curves;
    for (std::uint32_t rank = 0; rank < trace.ranks().size(); ++rank) {
        RankCurves(trace, RankId{rank}, curves).add(stop);
        if (stop.stop_requested())
            return {};
    }
    return curves;
}

std::optional<StepSample> valueAt(const Curve& curve, Instant t)
{
    return curve.sampled ? curve.data.nearestTo(t) : curve.data.holdingAt(t);
}

} // namespace tideline
