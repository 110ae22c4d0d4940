// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/tensor_text.h"

namespace tideline::torch_npu {

namespace {

template <typename Text>
std::string joined(const std::vector<capture::Tensor>& tensors, std::string_view separator, Text&& textOf)
{
    std::string out;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (i > 0)
            out += separator;
        out += textOf(tensors[i]);
    }
    return out;
}

} // namespace

std::string dataTypesText(const std::vector<capture::Tensor>& tensors)
{
    return joined(tensors, ";", [](const capture::Tensor& tensor) { return capture::deviceName(tensor.dtype); });
}

std::string formatsText(const std::vector<capture::Tensor>& tensors)
{
    return joined(tensors, ";", [](const capture::Tensor& tensor) {
        return tensor.format == "ND" ? std::string_view("FORMAT_ND") : std::string_view(tensor.format);
    });
}

std::string inputShapesText(const std::vector<capture::Tensor>& inputs, std::string_view separator)
{
    return joined(inputs, separator, [](const capture::Tensor& tensor) { return capture::shapeText({tensor}); });
}

std::string inputTypesText(const std::vector<capture::Tensor>& inputs, std::string_view separator)
{
    return joined(inputs, separator,
                  [](const capture::Tensor& tensor) { return capture::frameworkName(tensor.dtype); });
}

} // namespace tideline::torch_npu
