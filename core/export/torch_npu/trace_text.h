// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/export/torch_npu/line_text.h"

// The times of line_text.h and its quoted texts as arguments of a format.
template <>
struct fmt::formatter<tideline::torch_npu::Micros> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::Micros value, Context& context) const
    {
        char text[mostChars(tideline::torch_npu::Micros{})];
        return std::copy(text, store(text, value), context.out());
    }
};

template <>
struct fmt::formatter<tideline::torch_npu::MicrosNumber> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::MicrosNumber value, Context& context) const
    {
        char text[mostChars(tideline::torch_npu::MicrosNumber{})];
        return std::copy(text, store(text, value), context.out());
    }
};

template <>
struct fmt::formatter<tideline::torch_npu::JsonText> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::JsonText value, Context& context) const
    {
        const std::string text = tideline::torch_npu::jsonString(value.text);
        return std::copy(text.begin(), text.end(), context.out());
    }
};
