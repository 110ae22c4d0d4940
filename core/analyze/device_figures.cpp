// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/device_figures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "core/analyze/device_ops.h"

namespace tideline {

namespace {

constexpr double kCoreTolerance = 0.05; // cores solved from rounded columns lie this close to a whole number
constexpr std::int64_t kMostCores = 4096;

/// A number of the profile's info under any of the keys its writers use; nested keys count by their last part.
std::optional<double> statedNumber(const RankInfo& rank, std::initializer_list<std::string_view> keys)
{
    for (const auto& [name, value] : rank.switches) {
        const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
        if (std::find(keys.begin(), keys.end(), last) == keys.end())
            continue;
        double number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error == std::errc{} && end == value.data() + value.size() && number > 0)
            return number;
    }
    return std::nullopt;
}

const DeviceRow* namedDevice(const RankInfo& rank)
{
    for (const auto& [name, value] : rank.switches) {
        const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
        if (last != "device_spec" && last != "device_name" && last != "npu_name")
            continue;
        for (const DeviceRow& row : deviceTable()) {
            if (value == row.name)
                return &row;
        }
    }
    return nullptr;
}

const Column<double>* metricOf(const KernelColumns& kernels, std::initializer_list<std::string_view> names)
{
    for (const NamedColumn& column : kernels.metrics) {
        if (std::find(names.begin(), names.end(), column.name) != names.end())
            return &column.values;
    }
    return nullptr;
}

double frequencyCounter(const Trace& trace, RankId rank)
{
    double clock = std::numeric_limits<double>::quiet_NaN();
    for (const CounterInfo& counter : trace.counters()) {
        if (counter.rank == rank && counter.unit == "MHz" && counter.name.rfind("AI Core Freq", 0) == 0)
            clock = std::fmax(clock, counter.max);
    }
    return clock;
}

/// total cycles ÷ (aic time × blocks) is the clock while all blocks run at once, and less than it in several waves.
double clockOfKernels(const KernelColumns& kernels, RowRange rows)
{
    const Column<double>* cycles = metricOf(kernels, {"aic_total_cycles", "total_cycles"});
    const Column<double>* time = metricOf(kernels, {"aicore_time(us)", "aic_time(us)"});
    double clock = std::numeric_limits<double>::quiet_NaN();
    if (!cycles || !time)
        return clock;
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
        const auto blocks = static_cast<double>(kernels.blockDim.at(row));
        // Times are rounded to ns of a µs figure: short kernels say little about the clock.
        if (blocks > 0 && time->at(row) >= 10 && cycles->at(row) > 0)
            clock = std::fmax(clock, cycles->at(row) / (time->at(row) * blocks));
    }
    return std::round(clock);
}

/// utilisation = cycles ÷ (clock × cores × duration): the median of what the rows give, if it is a whole number.
std::int64_t coresOfKernels(const KernelColumns& kernels, RowRange rows, double clockMhz)
{
    const Column<double>* cycles = metricOf(kernels, {"aic_total_cycles", "total_cycles"});
    const Column<double>* utilization = metricOf(kernels, {"cube_utilization(%)"});
    if (!cycles || !utilization || !(clockMhz > 0))
        return 0;
    std::vector<double> cores;
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
        const double busy = utilization->at(row) / 100 * static_cast<double>(kernels.duration.at(row).ns) / 1e3;
        if (busy > 0 && cycles->at(row) > 0)
            cores.push_back(cycles->at(row) / (busy * clockMhz));
    }
    if (cores.empty())
        return 0;
    const auto middle = cores.begin() + static_cast<std::ptrdiff_t>(cores.size() / 2);
    std::nth_element(cores.begin(), middle, cores.end());
    const double whole = std::round(*middle);
    const bool good =
        whole >= 1 && whole <= static_cast<double>(kMostCores) && std::fabs(*middle - whole) < kCoreTolerance;
    return good ? static_cast<std::int64_t>(whole) : 0;
}

const DeviceRow* deviceWith(std::int64_t cubeCores, double clockMhz)
{
    const DeviceRow* byCores = nullptr;
    for (const DeviceRow& row : deviceTable()) {
        if (row.cubeCores != cubeCores)
            continue;
        if (static_cast<double>(row.clockMhz) == clockMhz)
            return &row;
        byCores = byCores ? byCores : &row;
    }
    return byCores;
}

void takeStated(const RankInfo& rank, DeviceFigures& figures)
{
    if (const auto cores = statedNumber(rank, {"ai_core_num", "aic_num", "ai_cores"})) {
        figures.cubeCores = static_cast<std::int64_t>(*cores);
        figures.cubeSource = FigureSource::Profile;
    }
    if (const auto cores = statedNumber(rank, {"aiv_num", "vector_cores"})) {
        figures.vectorCores = static_cast<std::int64_t>(*cores);
        figures.vectorSource = FigureSource::Profile;
    }
    if (const auto clock = statedNumber(rank, {"aic_frequency"})) {
        figures.clockMhz = *clock;
        figures.clockSource = FigureSource::Profile;
    }
    if (const auto rate = statedNumber(rank, {"hbm_bytes_per_second"})) {
        figures.hbmBytesPerSecond = *rate;
        figures.hbmSource = FigureSource::Profile;
    }
    if (const auto bytes = statedNumber(rank, {"hbm_usable_bytes"}))
        figures.hbmUsableBytes = *bytes;
}

void takeNamed(const DeviceRow& row, DeviceFigures& figures)
{
    figures.device = row.name;
    const auto take = [](auto& figure, FigureSource& source, auto value) {
        if (source != FigureSource::None)
            return;
        figure = value;
        source = FigureSource::DeviceTable;
    };
    take(figures.cubeCores, figures.cubeSource, row.cubeCores);
    take(figures.vectorCores, figures.vectorSource, row.vectorCores);
    take(figures.clockMhz, figures.clockSource, static_cast<double>(row.clockMhz));
    if (figures.hbmSource == FigureSource::None)
        figures.hbmAssumed = row.hbmAssumed;
    if (std::isnan(figures.hbmUsableBytes))
        figures.hbmUsableBytes = row.hbmUsableBytes;
    take(figures.hbmBytesPerSecond, figures.hbmSource, row.hbmBytesPerSecond);
}

void solveFromKernels(const Trace& trace, RankId rank, DeviceFigures& figures)
{
    const RowRange rows = kernelsOf(trace, rank);
    const KernelColumns& kernels = trace.kernels();
    if (figures.clockSource == FigureSource::None) {
        figures.clockMhz = frequencyCounter(trace, rank);
        figures.clockSource = std::isnan(figures.clockMhz) ? FigureSource::None : FigureSource::Profile;
    }
    if (figures.clockSource == FigureSource::None) {
        figures.clockMhz = clockOfKernels(kernels, rows);
        figures.clockSource = std::isnan(figures.clockMhz) ? FigureSource::None : FigureSource::Kernels;
    }
    if (figures.cubeSource == FigureSource::None) {
        figures.cubeCores = coresOfKernels(kernels, rows, figures.clockMhz);
        figures.cubeSource = figures.cubeCores > 0 ? FigureSource::Kernels : FigureSource::None;
    }
}

} // namespace

DeviceFigures deviceFiguresOf(const Trace& trace, RankId rank)
{
    DeviceFigures figures;
    const RankInfo& info = trace.rank(rank);
    takeStated(info, figures);
    const DeviceRow* named = namedDevice(info);
    if (named)
        takeNamed(*named, figures);
    solveFromKernels(trace, rank, figures);
    if (figures.vectorSource != FigureSource::None || figures.cubeCores == 0)
        return figures;
    // No column tells the vector cores; devices with this many AI cores have one number of them.
    if (const DeviceRow* row = deviceWith(figures.cubeCores, figures.clockMhz)) {
        figures.device = row->name;
        figures.vectorCores = row->vectorCores;
        figures.vectorSource = FigureSource::DeviceTable;
    }
    return figures;
}

} // namespace tideline
