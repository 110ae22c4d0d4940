// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/store/trace.h"

namespace tideline {

/// The pipes of the two core kinds whose share of the cycles the counters give.
enum class Pipe { CubeMac, CubeScalar, CubeMte1, CubeMte2, CubeFixpipe, Vector, VectorScalar, VectorMte2, VectorMte3 };
constexpr std::size_t kPipes = 9;

/// What limits a kernel inside its core.
enum class BoundClass { Cube, Vector, Scalar, Memory, Nothing };

/// The pipe ratios of one kernel, 0–1; a ratio that is not given is 0.
struct PipeRatios {
    std::array<double, kPipes> ratios{};
    double of(Pipe pipe) const { return ratios[static_cast<std::size_t>(pipe)]; }
    bool measured() const; ///< at least one is above 0
    double greatest() const;
    double secondGreatest() const;
    /// The greatest of the pipes that move data between main memory and the core.
    double memory() const;
};

/// True where memory pipes are near their limit and neither the cube nor the vector unit is: 0.95 on cube cores, whose
/// loads run beside the computation, else 0.8 (`limit` for both of the others).
bool isMemoryBound(const PipeRatios& pipes, bool cubeCore, double cubeLimit, double limit);

BoundClass boundClass(const PipeRatios& pipes, bool cubeCore, double cubeLimit = 0.95, double limit = 0.8);

/// True for the core names whose kernels run on the cube.
bool isCubeCore(std::string_view core);

/// Reads the pipe ratios of kernels. Belongs to one thread; the trace must outlive it.
class PipeFigures {
public:
    explicit PipeFigures(const Trace& trace);
    bool available() const { return m_any; } ///< the table has such columns
    PipeRatios of(std::uint32_t row);

private:
    std::array<std::optional<ColumnReader<double>>, kPipes> m_columns;
    bool m_any = false;
};

} // namespace tideline
