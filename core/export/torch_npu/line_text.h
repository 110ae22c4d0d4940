// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/export/torch_npu/text.h"

namespace tideline::torch_npu {

// What stands in a table or a trace a million times goes straight to its place in the buffer of the file. Each kind of
// part has mostChars(), the room it may take, and store(), which writes it and returns the place behind it.

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
/// As decimal().
struct Decimal {
    double value = 0;
    int places = 3;
};

constexpr std::size_t kMostDigits = 20;

/// The digits of all numbers of two, one after the other.
constexpr std::array<char, 200> kPairs = [] {
    std::array<char, 200> out{};
    for (std::size_t i = 0; i < 100; ++i) {
        out[2 * i] = static_cast<char>('0' + i / 10);
        out[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return out;
}();

/// Digits without a sign. Cost: a division per two digits.
inline char* storeDigits(char* place, std::uint64_t value)
{
    char digits[kMostDigits];
    char* begin = digits + kMostDigits;
    while (value >= 100) {
        begin -= 2;
        std::memcpy(begin, &kPairs[value % 100 * 2], 2);
        value /= 100;
    }
    if (value >= 10) {
        begin -= 2;
        std::memcpy(begin, &kPairs[value * 2], 2);
    } else {
        *--begin = static_cast<char>('0' + value);
    }
    const auto size = static_cast<std::size_t>(digits + kMostDigits - begin);
    std::memcpy(place, begin, size);
    return place + size;
}

/// The sign, and the size that is left to write.
inline char* storeSign(char* place, std::int64_t value, std::uint64_t& size)
{
    size = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    *place = '-';
    return place + (value < 0 ? 1 : 0);
}

inline std::size_t mostChars(std::string_view text)
{
    return text.size();
}
inline char* store(char* place, std::string_view text)
{
    std::memcpy(place, text.data(), text.size());
    return place + text.size();
}

template <std::size_t Size>
constexpr std::size_t mostChars(const char (&)[Size])
{
    return Size - 1;
}
template <std::size_t Size>
char* store(char* place, const char (&text)[Size])
{
    std::memcpy(place, text, Size - 1);
    return place + (Size - 1);
}

template <std::integral Number>
constexpr std::size_t mostChars(Number)
{
    return kMostDigits;
}
template <std::integral Number>
char* store(char* place, Number value)
{
    if constexpr (std::unsigned_integral<Number>) {
        return storeDigits(place, value);
    } else {
        std::uint64_t size = 0;
        place = storeSign(place, value, size);
        return storeDigits(place, size);
    }
}

/// A point and three digits.
inline char* storeThousandths(char* place, std::uint64_t rest)
{
    place[0] = '.';
    place[1] = static_cast<char>('0' + rest / 100);
    std::memcpy(place + 2, &kPairs[rest % 100 * 2], 2);
    return place + 4;
}

constexpr std::size_t mostChars(Micros)
{
    return kMostDigits + 5;
}
inline char* store(char* place, Micros value)
{
    std::uint64_t size = 0;
    place = storeSign(place, value.ns, size);
    place = storeDigits(place, size / 1000);
    return storeThousandths(place, size % 1000);
}

constexpr std::size_t mostChars(MicrosNumber)
{
    return kMostDigits + 5;
}
inline char* store(char* place, MicrosNumber value)
{
    std::uint64_t size = 0;
    place = storeSign(place, value.ns, size);
    place = storeDigits(place, size / 1000);
    const std::uint64_t rest = size % 1000;
    if (rest == 0)
        return place;
    storeThousandths(place, rest);
    return place + (rest % 100 == 0 ? 2 : rest % 10 == 0 ? 3 : 4);
}

constexpr std::size_t mostChars(Decimal)
{
    return 340; // the largest double has 309 digits before the point
}
inline char* store(char* place, Decimal number)
{
    constexpr std::array<std::uint64_t, 7> kPowers = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
    constexpr double kMostExact = 1e12; // beyond, value * 10^6 leaves 64 bits
    char* end = place;
    if (number.places >= static_cast<int>(kPowers.size()) || !(std::fabs(number.value) < kMostExact)) {
        const auto done =
            std::to_chars(place, place + mostChars(number), number.value, std::chars_format::fixed, number.places);
        end = done.ptr;
    } else {
        const std::uint64_t power = kPowers[static_cast<std::size_t>(number.places)];
        std::uint64_t size = 0;
        place = storeSign(place, std::llround(number.value * static_cast<double>(power)), size);
        end = storeDigits(place, size / power);
        *end++ = '.';
        std::uint64_t rest = size % power;
        for (int digit = number.places - 1; digit >= 0; --digit, rest /= 10)
            end[digit] = static_cast<char>('0' + rest % 10);
        end += number.places;
    }
    while (end[-1] == '0')
        --end;
    if (end[-1] == '.')
        *end++ = '0';
    return end;
}

inline bool needsEscape(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

inline std::size_t mostChars(JsonText value)
{
    return 6 * value.text.size() + 2;
}
inline char* store(char* place, JsonText value)
{
    char* end = place + 1;
    *place = '"';
    for (const char c : value.text) {
        if (needsEscape(c))
            return store(place, std::string_view(jsonString(value.text)));
        *end++ = c;
    }
    *end = '"';
    return end + 1;
}

} // namespace tideline::torch_npu
