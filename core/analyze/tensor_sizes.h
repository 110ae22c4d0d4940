// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace tideline {

/// Peaks of a device; what is unknown stays missing, and whatever needs it too.
struct DevicePeaks {
    std::optional<double> memoryBytesPerSecond{}; ///< main memory
    std::optional<double> cubeFlops{};            ///< per second, at 16-bit precision
    std::optional<double> vectorFlops{};
};

/// "256,64;64" as dimensions per tensor; none when anything in it is not a number. "" is no tensor.
std::optional<std::vector<std::vector<double>>> parseShapes(std::string_view shapes);

/// Bytes of one element: "FLOAT16", "DT_BF16", "INT64", …; none when unknown.
std::optional<double> elementBytes(std::string_view type);

/// Bytes of all tensors of a list, shapes and types split at ';'. None when a shape or a type is unknown or the lists
/// differ in length.
std::optional<double> tensorBytes(std::string_view shapes, std::string_view types);

/// Floating point operations of a matrix multiplication by its first two input shapes: 2·m·k·n times the batch. The
/// transposition is taken from the output. None where the shapes do not fit together.
std::optional<double> matmulFlops(std::string_view inputShapes, std::string_view outputShapes);

/// The least time physics allows: compulsory bytes over the memory peak, operations over the cube's peak, whichever is
/// more. None where neither can be known.
std::optional<Duration> floorTime(std::optional<double> bytes, std::optional<double> flops, const DevicePeaks& peaks);

} // namespace tideline
