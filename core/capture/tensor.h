// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tideline::capture {

enum class DataType : std::uint8_t { Float32, Float16, BFloat16, Int8, Int32, Int64, UInt8, UInt16, Bool };

enum class CoreType : std::uint8_t { AiCore, AiVectorCore, MixAic, MixAiv, AiCpu, Dsa };

/// One input or output of an operator; shape empty = scalar.
struct Tensor {
    std::vector<std::int64_t> shape;
    DataType dtype = DataType::Float32;
    std::string format = "ND";

    std::int64_t elements() const;
    std::int64_t bytes() const;
};

std::int64_t sizeOf(DataType type);             ///< bytes of one element
std::string_view deviceName(DataType type);     ///< as kernel tables write it: FLOAT, DT_BF16 …
std::string_view frameworkName(DataType type);  ///< as framework operators write it: float, c10::Half …
std::string_view collectiveName(DataType type); ///< as communication records write it: FP32, FP16 …
std::string_view coreName(CoreType core);       ///< AI_CORE, AI_VECTOR_CORE …

/// "a,b;c" for the shapes of several tensors.
std::string shapeText(const std::vector<Tensor>& tensors);

} // namespace tideline::capture
