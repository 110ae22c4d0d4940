// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/capture/tensor.h"

namespace tideline::capture {

/// Which tensors of an operator are dumped.
enum class DumpPart : std::uint8_t { Input, Output, All };

enum class TensorSide : std::uint8_t { Input, Output };
enum class TensorPass : std::uint8_t { Forward, Backward };

/// What the values of a tensor are like. Least, most, mean and norm are those of the finite ones; NaN when there are
/// none.
struct TensorStatistics {
    double least = 0;
    double most = 0;
    double mean = 0;
    double norm = 0; ///< L2: the root of the sum of squares
    std::int64_t notNumbers = 0;
    std::int64_t infinite = 0;
    std::int64_t zeros = 0;
};

/// One tensor of one step. Texts and the tensor live until the call returns.
struct TensorRecord {
    std::uint32_t step = 0;
    std::string_view layer;     ///< as the scenario names it
    std::string_view operation; ///< the framework operator
    TensorPass pass = TensorPass::Forward;
    TensorSide side = TensorSide::Input;
    std::uint32_t index = 0; ///< among the inputs or outputs
    const Tensor* tensor = nullptr;
    TensorStatistics values;
};

} // namespace tideline::capture
