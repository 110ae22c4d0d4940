// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/tensor_sizes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace tideline {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '"' || text.front() == '\''))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '"' || text.back() == '\''))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(at);
        parts.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

double product(const std::vector<double>& dimensions, std::size_t count)
{
    double out = 1;
    for (std::size_t i = 0; i < count; ++i)
        out *= dimensions[i];
    return out;
}

} // namespace

std::optional<std::vector<std::vector<double>>> parseShapes(std::string_view shapes)
{
    std::vector<std::vector<double>> tensors;
    shapes = trimmed(shapes);
    if (shapes.empty() || shapes == "N/A")
        return std::nullopt;
    for (const std::string_view shape : split(shapes, ';')) {
        std::vector<double>& dimensions = tensors.emplace_back();
        if (shape.empty())
            continue;
        for (const std::string_view word : split(shape, ',')) {
            std::int64_t value = 0;
            const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
            if (error != std::errc{} || end != word.data() + word.size() || value < 0)
                return std::nullopt;
            dimensions.push_back(static_cast<double>(value));
        }
    }
    return tensors;
}

std::optional<double> elementBytes(std::string_view type)
{
    type = trimmed(type);
    if (type.starts_with("DT_"))
        type.remove_prefix(3);
    constexpr std::array<std::pair<std::string_view, double>, 18> kSizes = {{{"FLOAT", 4},
                                                                             {"FLOAT32", 4},
                                                                             {"FLOAT16", 2},
                                                                             {"BF16", 2},
                                                                             {"BFLOAT16", 2},
                                                                             {"DOUBLE", 8},
                                                                             {"FLOAT64", 8},
                                                                             {"INT8", 1},
                                                                             {"UINT8", 1},
                                                                             {"BOOL", 1},
                                                                             {"INT16", 2},
                                                                             {"UINT16", 2},
                                                                             {"INT32", 4},
                                                                             {"UINT32", 4},
                                                                             {"INT64", 8},
                                                                             {"UINT64", 8},
                                                                             {"COMPLEX64", 8},
                                                                             {"COMPLEX128", 16}}};
    const auto known =
        std::find_if(kSizes.begin(), kSizes.end(), [type](const auto& size) { return size.first == type; });
    return known == kSizes.end() ? std::nullopt : std::optional(known->second);
}

std::optional<double> tensorBytes(std::string_view shapes, std::string_view types)
{
    const auto tensors = parseShapes(shapes);
    const std::vector<std::string_view> names = split(trimmed(types), ';');
    if (!tensors || tensors->size() != names.size())
        return std::nullopt;
    double bytes = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto size = elementBytes(names[i]);
        if ((*tensors)[i].empty() && names[i].empty())
            continue; // an optional input that was not given
        if (!size)
            return std::nullopt;
        bytes += *size * product((*tensors)[i], (*tensors)[i].size());
    }
    return bytes;
}

std::optional<double> matmulFlops(std::string_view inputShapes, std::string_view outputShapes)
{
    const auto inputs = parseShapes(inputShapes);
    const auto outputs = parseShapes(outputShapes);
    if (!inputs || !outputs || inputs->size() < 2 || outputs->empty())
        return std::nullopt;
    const std::vector<double>& a = (*inputs)[0];
    const std::vector<double>& out = (*outputs)[0];
    if (a.size() < 2 || out.size() < 2)
        return std::nullopt;
    // a is (m, k) or (k, m); the output is (…, m, n): what of a is not m is k.
    const double m = out[out.size() - 2];
    const double rows = a[a.size() - 2];
    const double columns = a[a.size() - 1];
    if (rows != m && columns != m)
        return std::nullopt;
    const double k = rows == m ? columns : rows;
    return 2 * k * product(out, out.size());
}

std::optional<Duration> floorTime(std::optional<double> bytes, std::optional<double> flops, const DevicePeaks& peaks)
{
    std::optional<double> seconds;
    if (bytes && peaks.memoryBytesPerSecond && *peaks.memoryBytesPerSecond > 0)
        seconds = *bytes / *peaks.memoryBytesPerSecond;
    if (flops && peaks.cubeFlops && *peaks.cubeFlops > 0)
        seconds = std::max(seconds.value_or(0), *flops / *peaks.cubeFlops);
    if (!seconds || !std::isfinite(*seconds) || *seconds > 1e9)
        return std::nullopt;
    return Duration{std::llround(*seconds * 1e9)};
}

} // namespace tideline
