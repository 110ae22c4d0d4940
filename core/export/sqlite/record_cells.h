// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace tideline::sqlite {

constexpr std::size_t kPageBytes = 4096;

/// The most columns of a row that is written without the library: their types fit a length of one byte.
constexpr std::size_t kMostColumns = 31;

/// Big-endian, the low `count` bytes; eight bytes are written all the same, so the place needs room for them.
inline void storeBytes(std::uint8_t* place, std::uint64_t value, unsigned count)
{
    std::uint64_t shifted = value << (64U - 8U * count);
    if constexpr (std::endian::native == std::endian::little)
        shifted = __builtin_bswap64(shifted);
    std::memcpy(place, &shifted, sizeof shifted);
}

/// A number of 7 bits a byte, the highest first; returns the place behind it. Negative ones take nine bytes.
inline std::uint8_t* storeVarint(std::uint8_t* place, std::uint64_t value)
{
    constexpr std::uint64_t kMore = 0x80;
    if (value < kMore) {
        *place = static_cast<std::uint8_t>(value);
        return place + 1;
    }
    if (value >> 56U != 0) {
        place[8] = static_cast<std::uint8_t>(value);
        value >>= 8U;
        for (int i = 7; i >= 0; --i, value >>= 7U)
            place[i] = static_cast<std::uint8_t>(value | kMore);
        return place + 9;
    }
    const auto bytes = static_cast<int>((std::bit_width(value) + 6) / 7);
    for (int i = bytes - 1; i >= 0; --i, value >>= 7U)
        place[i] = static_cast<std::uint8_t>(i == bytes - 1 ? value & 0x7FU : value | kMore);
    return place + bytes;
}

/// How a whole number is stored.
struct NumberWidth {
    std::uint8_t type;
    std::uint8_t bytes;
};

/// By the bits it needs without its sign.
constexpr std::array<NumberWidth, 65> numberWidths()
{
    constexpr NumberWidth kWidths[] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {5, 6}, {6, 8}, {6, 8}, {6, 8}};
    std::array<NumberWidth, 65> out{};
    for (std::size_t bits = 0; bits < out.size(); ++bits)
        out[bits] = kWidths[bits / 8];
    return out;
}

/// One row in the form the file has it: the types of all values, then the values. Whole numbers take as few bytes as
/// they need, fractions that are whole become whole numbers, as the library stores them in columns of numbers.
/// Source: https://www.sqlite.org/fileformat2.html#record_format
class RecordCells {
public:
    void clear()
    {
        m_types = 1;
        m_bytes = 0;
    }
    void addNull() { m_head[m_types++] = 0; }
    void add(std::int64_t value)
    {
        if (value == 0 || value == 1) {
            m_head[m_types++] = static_cast<std::uint8_t>(kZero + value);
            return;
        }
        const auto bits = static_cast<std::uint64_t>(value);
        const NumberWidth width = kWidths[static_cast<std::size_t>(std::bit_width(value < 0 ? ~bits : bits))];
        m_head[m_types++] = width.type;
        storeBytes(&m_body[m_bytes], bits, width.bytes);
        m_bytes += width.bytes;
    }
    void add(double value)
    {
        constexpr double kMostWhole = 9.2e18;
        if (std::isnan(value))
            return addNull();
        if (std::fabs(value) < kMostWhole && value == std::trunc(value))
            return add(static_cast<std::int64_t>(value));
        m_head[m_types++] = kFraction;
        storeBytes(&m_body[m_bytes], std::bit_cast<std::uint64_t>(value), sizeof value);
        m_bytes += sizeof value;
    }
    /// False: there is no room for it.
    bool add(std::string_view text)
    {
        if (text.size() > kBodyBytes - m_bytes)
            return false;
        m_types = static_cast<std::size_t>(storeVarint(&m_head[m_types], text.size() * 2 + kFirstText) - m_head.data());
        std::memcpy(&m_body[m_bytes], text.data(), text.size());
        m_bytes += text.size();
        return true;
    }

    /// The length of the types stands before them.
    std::span<const std::uint8_t> head()
    {
        m_head[0] = static_cast<std::uint8_t>(m_types);
        return {m_head.data(), m_types};
    }
    std::span<const std::uint8_t> body() const { return {m_body.data(), m_bytes}; }

private:
    static constexpr std::uint8_t kFraction = 7;
    static constexpr std::int64_t kZero = 8; ///< and 9 for one
    static constexpr std::uint64_t kFirstText = 13;
    static constexpr std::size_t kBodyBytes = kPageBytes;
    static constexpr std::size_t kNumberRoom = kMostColumns * 8 + 8;

    static constexpr std::array<NumberWidth, 65> kWidths = numberWidths();

    std::array<std::uint8_t, 1 + 2 * kMostColumns + 9> m_head{};
    std::array<std::uint8_t, kBodyBytes + kNumberRoom> m_body{};
    std::size_t m_types = 1;
    std::size_t m_bytes = 0;
};

} // namespace tideline::sqlite
