// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/decimal.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace tideline {

namespace {

constexpr std::int64_t kExponentLimit = 1'000'000'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The parts of "[+-]digits[.digits][e[+-]digits]"; the digits stay in the text.
struct DecimalParts {
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;
};

std::string_view takeDigits(std::string_view text, std::size_t& at)
{
    const std::size_t begin = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.substr(begin, at - begin);
}

/// True if a sign was there and it was a minus.
bool takeSign(std::string_view text, std::size_t& at)
{
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        return text[at++] == '-';
    return false;
}

std::optional<std::int64_t> takeExponent(std::string_view text, std::size_t& at)
{
    const bool negative = takeSign(text, at);
    const std::string_view digits = takeDigits(text, at);
    if (digits.empty())
        return std::nullopt;
    std::int64_t value = 0;
    for (const char c : digits)
        value = std::min(value * 10 + (c - '0'), kExponentLimit);
    return negative ? -value : value;
}

std::optional<DecimalParts> split(std::string_view text)
{
    DecimalParts parts;
    std::size_t at = 0;
    parts.negative = takeSign(text, at);
    parts.whole = takeDigits(text, at);
    if (at < text.size() && text[at] == '.') {
        ++at;
        parts.fraction = takeDigits(text, at);
    }
    if (parts.whole.empty() && parts.fraction.empty())
        return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const auto exponent = takeExponent(text, at);
        if (!exponent)
            return std::nullopt;
        parts.exponent = *exponent;
    }
    if (at != text.size())
        return std::nullopt;
    return parts;
}

/// The digits of a number without its leading zeros, seen as one sequence.
class DigitRun {
public:
    explicit DigitRun(const DecimalParts& parts) : m_whole(parts.whole), m_fraction(parts.fraction)
    {
        while (m_first < size() && digit(m_first) == 0)
            ++m_first;
    }
    std::size_t first() const { return m_first; }
    std::size_t size() const { return m_whole.size() + m_fraction.size(); }
    int digit(std::size_t i) const { return (i < m_whole.size() ? m_whole[i] : m_fraction[i - m_whole.size()]) - '0'; }

private:
    std::string_view m_whole;
    std::string_view m_fraction;
    std::size_t m_first = 0;
};

/// Whether the digits from `at` on, as a fraction of the unit before them, round the unit up (half to even).
bool roundsUp(const DigitRun& run, std::size_t at, bool odd)
{
    if (at >= run.size() || run.digit(at) < 5)
        return false;
    if (run.digit(at) > 5)
        return true;
    for (std::size_t i = at + 1; i < run.size(); ++i) {
        if (run.digit(i) != 0)
            return true;
    }
    return odd;
}

std::optional<std::int64_t> exactScaled(std::string_view text, int scalePower10)
{
    const auto parts = split(text);
    if (!parts)
        return std::nullopt;
    const DigitRun run(*parts);
    if (run.first() == run.size())
        return 0;
    // Digits [first, first + kept) are the integer; kept may lie beyond the last digit or before the first one.
    const std::int64_t kept = static_cast<std::int64_t>(parts->whole.size()) - static_cast<std::int64_t>(run.first())
                              + parts->exponent + scalePower10;
    if (kept < 0)
        return 0;
    if (kept > 19)
        return std::nullopt;
    std::uint64_t value = 0;
    const std::size_t stop = run.first() + static_cast<std::size_t>(kept);
    for (std::size_t i = run.first(); i < stop; ++i)
        value = value * 10 + (i < run.size() ? static_cast<std::uint64_t>(run.digit(i)) : 0);
    if (roundsUp(run, stop, (value & 1) != 0))
        ++value;
    if (value > static_cast<std::uint64_t>(kTimeLimitNs))
        return std::nullopt;
    const auto magnitude = static_cast<std::int64_t>(value);
    return parts->negative ? -magnitude : magnitude;
}

/// Eight ASCII digits at once; false if one of them is no digit.
bool eightDigits(const char* text, std::uint64_t& value)
{
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, text, sizeof chunk);
    if constexpr (std::endian::native != std::endian::little)
        return false;
    const std::uint64_t above = chunk + 0x4646464646464646u;
    const std::uint64_t below = chunk - 0x3030303030303030u;
    if (((above | below) & 0x8080808080808080u) != 0)
        return false;
    chunk = (below * 10) + (below >> 8);
    value = (((chunk & 0x000000FF000000FFu) * 0x000F424000000064u)
             + (((chunk >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u))
            >> 32;
    return true;
}

/// Appends three ASCII digits to the value; false if one of them is no digit.
bool threeDigits(const char* text, std::uint64_t& value)
{
    const auto at = [&](int i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])) - '0'; };
    const unsigned a = at(0), b = at(1), c = at(2);
    if (a > 9 || b > 9 || c > 9)
        return false;
    value = value * 1000 + a * 100 + b * 10 + c;
    return true;
}

/// Plain digits with at most scalePower10 decimals and 18 digits in the result: almost every time stamp. O(1) per 8 digits.
bool plainScaled(std::string_view text, int scalePower10, std::int64_t& result)
{
    if (text.empty() || text.size() > 20 || scalePower10 < 0)
        return false;
    std::size_t at = 0;
    std::uint64_t value = 0;
    std::uint64_t eight = 0;
    while (text.size() - at >= 8 && eightDigits(text.data() + at, eight)) {
        value = value * 100'000'000 + eight;
        at += 8;
    }
    while (at < text.size() && isDigit(text[at]))
        value = value * 10 + static_cast<std::uint64_t>(text[at++] - '0');
    std::size_t digits = at;
    int missing = scalePower10;
    if (at < text.size() && text[at] == '.' && at > 0) {
        ++at;
        if (missing == 3 && text.size() - at == 3 && threeDigits(text.data() + at, value)) {
            at += 3;
            digits += 3;
            missing = 0;
        }
        while (at < text.size() && isDigit(text[at]) && missing > 0) {
            value = value * 10 + static_cast<std::uint64_t>(text[at++] - '0');
            --missing;
            ++digits;
        }
    }
    if (at != text.size() || digits == 0 || digits + static_cast<std::size_t>(missing) > 19)
        return false;
    for (; missing > 0; --missing)
        value *= 10;
    if (value > static_cast<std::uint64_t>(kTimeLimitNs))
        return false;
    result = static_cast<std::int64_t>(value);
    return true;
}

} // namespace

std::optional<std::int64_t> scaledDecimal(std::string_view text, int scalePower10)
{
    std::int64_t result = 0;
    if (plainScaled(text, scalePower10, result))
        return result;
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return exactScaled(text, scalePower10);
}

} // namespace tideline
