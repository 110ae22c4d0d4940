// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

// What stands in a trace a million times goes into its buffer without a string of its own.

/// As micros().
struct Micros {
    std::int64_t ns = 0;
};
/// As microsNumber().
struct MicrosNumber {
    std::int64_t ns = 0;
};
/// As jsonString().
struct JsonText {
    std::string_view text;
};

inline bool needsEscape(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

} // namespace tideline::torch_npu

template <>
struct fmt::formatter<tideline::torch_npu::Micros> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::Micros value, Context& context) const
    {
        const std::int64_t size = value.ns < 0 ? -value.ns : value.ns;
        return fmt::format_to(context.out(), FMT_COMPILE("{}{}.{:03}"), value.ns < 0 ? "-" : "", size / 1000,
                              size % 1000);
    }
};

template <>
struct fmt::formatter<tideline::torch_npu::MicrosNumber> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::MicrosNumber value, Context& context) const
    {
        const std::int64_t size = value.ns < 0 ? -value.ns : value.ns;
        const char* const sign = value.ns < 0 ? "-" : "";
        const std::int64_t rest = size % 1000;
        if (rest == 0)
            return fmt::format_to(context.out(), FMT_COMPILE("{}{}"), sign, size / 1000);
        if (rest % 100 == 0)
            return fmt::format_to(context.out(), FMT_COMPILE("{}{}.{}"), sign, size / 1000, rest / 100);
        if (rest % 10 == 0)
            return fmt::format_to(context.out(), FMT_COMPILE("{}{}.{:02}"), sign, size / 1000, rest / 10);
        return fmt::format_to(context.out(), FMT_COMPILE("{}{}.{:03}"), sign, size / 1000, rest);
    }
};

template <>
struct fmt::formatter<tideline::torch_npu::JsonText> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template <typename Context>
    auto format(tideline::torch_npu::JsonText value, Context& context) const
    {
        if (std::any_of(value.text.begin(), value.text.end(), tideline::torch_npu::needsEscape))
            return fmt::format_to(context.out(), FMT_COMPILE("{}"), tideline::torch_npu::jsonString(value.text));
        return fmt::format_to(context.out(), FMT_COMPILE("\"{}\""), value.text);
    }
};
