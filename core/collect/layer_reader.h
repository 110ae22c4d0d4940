// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/collect/layer.h"
#include "core/collect/spec_reader.h"

namespace tideline::collect {

/// float32, float16 or bfloat16.
capture::DataType readType(const SpecNode& node);

/// Reads an array of layers and writes its repetitions out: {"repeat": n, "name": …, "layers": […]}.
std::vector<Layer> readLayers(const SpecNode& node);

} // namespace tideline::collect
