// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/collect/collector.h"

namespace tideline::collect {

/// A figure of a scenario beside what the public case says.
struct Figure {
    std::string name;
    std::string definition; ///< how it is computed from the records
    std::string unit;
    double value = 0;     ///< of this run: mean over ranks, and over steps but the first where there are several
    double target = 0;    ///< of the case
    double tolerance = 0; ///< relative

    bool holds() const { return value >= target * (1 - tolerance) && value <= target * (1 + tolerance); }
};

/// Runs the collection without writing anything and computes the figures its scenario names.
Result<std::vector<Figure>> figuresOf(const CollectOptions& options);

} // namespace tideline::collect
