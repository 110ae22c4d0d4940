// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/text.h"

#include <chrono>

#include <fmt/format.h>

namespace tideline::torch_npu {

std::string micros(std::int64_t ns)
{
    const std::int64_t size = ns < 0 ? -ns : ns;
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
}

std::string microsNumber(std::int64_t ns)
{
    std::string out = micros(ns);
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.')
        out.pop_back();
    return out;
}

std::string decimal(double value, int decimals)
{
    std::string out = fmt::format("{:.{}f}", value, decimals);
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.')
        out += '0';
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
