// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/text.h"

#include <chrono>

#include <fmt/format.h>

#include "core/export/torch_npu/line_text.h"

namespace tideline::torch_npu {

std::string micros(std::int64_t ns)
{
    char text[mostChars(Micros{})];
    return {text, store(text, Micros{ns})};
}

std::string microsNumber(std::int64_t ns)
{
    char text[mostChars(MicrosNumber{})];
    return {text, store(text, MicrosNumber{ns})};
}

std::string decimal(double value, int decimals)
{
    char text[mostChars(Decimal{})];
    return {text, store(text, Decimal{value, decimals})};
}

std::string binaryDecimal(std::int64_t bytes, unsigned shift)
{
    const std::uint64_t size = static_cast<std::uint64_t>(bytes < 0 ? -bytes : bytes);
    const std::uint64_t mask = (std::uint64_t{1} << shift) - 1;
    std::string out = fmt::format("{}{}.", bytes < 0 ? "-" : "", size >> shift);
    std::uint64_t rest = size & mask;
    do {
        rest *= 10;
        out += static_cast<char>('0' + (rest >> shift));
        rest &= mask;
    } while (rest != 0);
    return out;
}

std::string jsonString(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(byte));
        } else {
            out += c;
        }
    }
    out += '"';
    return out;
}

std::string compactDate(std::int64_t wallNs)
{
    using namespace std::chrono;
    const sys_time<nanoseconds> instant{nanoseconds{wallNs}};
    const auto day = floor<days>(instant);
    const year_month_day date{day};
    const hh_mm_ss<milliseconds> time{floor<milliseconds>(instant - day)};
    return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}{:03}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

} // namespace tideline::torch_npu
