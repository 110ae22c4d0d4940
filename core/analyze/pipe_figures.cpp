// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/pipe_figures.h"

#include <algorithm>
#include <functional>

namespace tideline {

namespace {

constexpr std::array<std::string_view, kPipes> kColumns = {
    "aic_mac_ratio", "aic_scalar_ratio", "aic_mte1_ratio", "aic_mte2_ratio", "aic_fixpipe_ratio",
    "aiv_vec_ratio", "aiv_scalar_ratio", "aiv_mte2_ratio", "aiv_mte3_ratio",
};

} // namespace

bool PipeRatios::measured() const
{
    return greatest() > 0;
}

double PipeRatios::greatest() const
{
    return *std::max_element(ratios.begin(), ratios.end());
}

double PipeRatios::secondGreatest() const
{
    std::array<double, kPipes> sorted = ratios;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    return sorted[1];
}

double PipeRatios::memory() const
{
    return std::max({of(Pipe::CubeMte2), of(Pipe::CubeFixpipe), of(Pipe::VectorMte2), of(Pipe::VectorMte3)});
}

bool isMemoryBound(const PipeRatios& pipes, bool cubeCore, double cubeLimit, double limit)
{
    return pipes.memory() >= (cubeCore ? cubeLimit : limit) && pipes.of(Pipe::CubeMac) < limit
           && pipes.of(Pipe::Vector) < limit;
}

BoundClass boundClass(const PipeRatios& pipes, bool cubeCore, double cubeLimit, double limit)
{
    if (isMemoryBound(pipes, cubeCore, cubeLimit, limit))
        return BoundClass::Memory;
    if (pipes.of(Pipe::CubeMac) >= limit)
        return BoundClass::Cube;
    if (pipes.of(Pipe::Vector) >= limit)
        return BoundClass::Vector;
    if (std::max(pipes.of(Pipe::CubeScalar), pipes.of(Pipe::VectorScalar)) >= limit)
        return BoundClass::Scalar;
    return BoundClass::Nothing;
}

bool isCubeCore(std::string_view core)
{
    return core == "AI_CORE" || core == "MIX_AIC";
}

PipeFigures::PipeFigures(const Trace& trace)
{
    for (const NamedColumn& column : trace.kernels().metrics) {
        const auto known = std::find(kColumns.begin(), kColumns.end(), column.name);
        if (known == kColumns.end())
            continue;
        m_columns[static_cast<std::size_t>(known - kColumns.begin())].emplace(column.values);
        m_any = true;
    }
}

PipeRatios PipeFigures::of(std::uint32_t row)
{
    PipeRatios pipes;
    for (std::size_t i = 0; i < kPipes; ++i) {
        if (!m_columns[i])
            continue;
        const double value = (*m_columns[i])[row];
        if (value > 0) // NaN: not given
            pipes.ratios[i] = value;
    }
    return pipes;
}

} // namespace tideline
