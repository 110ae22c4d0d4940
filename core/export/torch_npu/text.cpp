// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/text.h"

#include <array>
#include <chrono>
#include <cmath>
#include <iterator>

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
    std::string out;
    appendDecimal(out, value, decimals);
    return out;
}

void appendDecimal(std::string& out, double value, int decimals)
{
    constexpr std::array<std::int64_t, 7> kPowers = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
    constexpr double kMostExact = 1e12; // beyond, value * 10^6 leaves 64 bits
    if (decimals >= static_cast<int>(kPowers.size()) || !(std::fabs(value) < kMostExact)) {
        fmt::format_to(std::back_inserter(out), "{:.{}f}", value, decimals);
    } else {
        const std::int64_t power = kPowers[static_cast<std::size_t>(decimals)];
        const std::int64_t scaled = std::llround(value * static_cast<double>(power));
        const std::int64_t size = scaled < 0 ? -scaled : scaled;
        out += scaled < 0 ? "-" : "";
        const fmt::format_int whole(size / power);
        out.append(whole.data(), whole.size());
        out += '.';
        for (std::int64_t place = power / 10, rest = size % power; place > 0; rest %= place, place /= 10)
            out += static_cast<char>('0' + rest / place);
    }
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.')
        out += '0';
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
