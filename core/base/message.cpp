// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace tideline {

namespace {

struct Step {
    double factor;
    const char* unit;
};

/// The largest unit of which the value has at least one; the last entry is the smallest.
template <std::size_t N>
std::string inUnit(double value, const std::array<Step, N>& steps)
{
    for (const Step& step : steps) {
        if (std::abs(value) >= step.factor)
            return fmt::format("{:.4g} {}", value / step.factor, step.unit);
    }
    return fmt::format("{:.4g} {}", value, steps.back().unit);
}

std::string timeText(double ns)
{
    constexpr std::array<Step, 4> kSteps = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
    return inUnit(ns, kSteps);
}

std::string bytesText(double bytes)
{
    constexpr std::array<Step, 4> kSteps = {{{1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}, {1, "B"}}};
    return inUnit(bytes, kSteps);
}

std::string rateText(double rate)
{
    constexpr std::array<Step, 4> kSteps = {{{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1, "B/s"}}};
    return inUnit(rate, kSteps);
}

std::string countText(double value)
{
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{:.4g}", value);
}

} // namespace

std::string englishText(const MessageArg& arg)
{
    switch (arg.kind) {
    case MessageArg::Kind::Time: return timeText(arg.number);
    case MessageArg::Kind::Ratio: return fmt::format("{:.3g} %", arg.number * 100);
    case MessageArg::Kind::Count: return countText(arg.number);
    case MessageArg::Kind::Bytes: return bytesText(arg.number);
    case MessageArg::Kind::Rate: return rateText(arg.number);
    case MessageArg::Kind::Text: return arg.text;
    case MessageArg::Kind::Word: break;
    }
    return arg.word.text;
}

std::string englishText(const Message& message)
{
    std::string out;
    const std::string_view text = message.text.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool place = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        const std::size_t number = place ? static_cast<std::size_t>(text[i + 1] - '1') : 0;
        if (!place || number >= message.args.size()) {
            out += text[i];
            continue;
        }
        out += englishText(message.args[number]);
        ++i;
    }
    return out;
}

} // namespace tideline
