// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/handed_tensors.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string_view>

#include "core/analyze/tensor_sizes.h"

namespace tideline {

namespace {

std::optional<std::vector<double>> sizesOf(std::string_view shapes, std::string_view types)
{
    const auto parsed = parseShapes(shapes);
    if (!parsed || parsed->empty())
        return std::nullopt;
    std::vector<double> sizes;
    for (const std::vector<double>& shape : *parsed) {
        const std::size_t end = std::min(types.find(';'), types.size());
        const auto element = elementBytes(types.substr(0, end));
        if (!element)
            return std::nullopt;
        types.remove_prefix(std::min(end + 1, types.size()));
        sizes.push_back(std::accumulate(shape.begin(), shape.end(), *element, std::multiplies<>()));
    }
    return sizes;
}

} // namespace

HandedTensors::HandedTensors(const Trace& trace)
    : m_trace(&trace),
      m_inputs{ColumnReader(trace.kernels().inputShapes), ColumnReader(trace.kernels().inputTypes)},
      m_outputs{ColumnReader(trace.kernels().outputShapes), ColumnReader(trace.kernels().outputTypes)}
{
}

HandedTensors::Share HandedTensors::shareAmong(const std::optional<Sizes>& tensors, const std::optional<Sizes>& others)
{
    if (!tensors || !others)
        return {1, std::nullopt};
    double all = 0;
    double found = 0;
    Sizes left = *others;
    for (const double size : *tensors) {
        all += size;
        const auto match = std::find(left.begin(), left.end(), size);
        if (match == left.end())
            continue;
        found += size;
        left.erase(match); // two tensors of one kernel are not the same one
    }
    return {all > 0 ? found / all : 0, found};
}

HandedTensors::Share HandedTensors::received(std::span<const std::uint32_t> kernels, std::size_t index)
{
    return index == 0 ? Share{} : shareAmong(of(m_inputs, kernels[index]), ofAll(m_outputs, kernels.first(index)));
}

HandedTensors::Share HandedTensors::handedOn(std::span<const std::uint32_t> kernels, std::size_t index)
{
    const auto later = kernels.subspan(index + 1);
    return later.empty() ? Share{} : shareAmong(of(m_outputs, kernels[index]), ofAll(m_inputs, later));
}

std::optional<double> HandedTensors::allBytes(std::uint32_t kernel)
{
    const std::optional<Sizes>& inputs = of(m_inputs, kernel);
    const std::optional<Sizes>& outputs = of(m_outputs, kernel);
    if (!inputs || !outputs)
        return std::nullopt;
    return std::accumulate(outputs->begin(), outputs->end(), std::accumulate(inputs->begin(), inputs->end(), 0.0));
}

const std::optional<HandedTensors::Sizes>& HandedTensors::of(Columns& columns, std::uint32_t row)
{
    const auto key = std::pair(columns.shapes[row], columns.types[row]);
    const auto [known, fresh] = m_known.try_emplace(key);
    if (fresh)
        known->second = sizesOf(m_trace->text(key.first), m_trace->text(key.second));
    return known->second;
}

std::optional<HandedTensors::Sizes> HandedTensors::ofAll(Columns& columns, std::span<const std::uint32_t> kernels)
{
    Sizes all;
    for (const std::uint32_t row : kernels) {
        const std::optional<Sizes>& sizes = of(columns, row);
        if (!sizes)
            return std::nullopt;
        all.insert(all.end(), sizes->begin(), sizes->end());
    }
    return all;
}

} // namespace tideline
