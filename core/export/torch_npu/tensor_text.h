// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/capture/records.h"

namespace tideline::torch_npu {

/// FLOAT;DT_BF16
std::string dataTypesText(const std::vector<capture::Tensor>& tensors);
/// NCHW;FORMAT_ND
std::string formatsText(const std::vector<capture::Tensor>& tensors);

/// What framework operators say of their inputs: one item a tensor, with `separator` between.
std::string inputShapesText(const std::vector<capture::Tensor>& inputs, std::string_view separator);
std::string inputTypesText(const std::vector<capture::Tensor>& inputs, std::string_view separator);

} // namespace tideline::torch_npu
