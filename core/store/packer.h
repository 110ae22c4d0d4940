// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tideline {

class Packer;

/// A type without padding whose bytes are its value: numbers, enums, ids, times.
template <typename T>
concept PackedRaw = std::is_trivially_copyable_v<T> &&(
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::has_unique_object_representations_v<T>);

/// A type that says what it consists of: a function fields(Packer&, T&) beside it.
template <typename T>
concept PackedFields = requires(Packer& packer, T& value)
{
    fields(packer, value);
};

/// Turns values into bytes and back with one description of the fields for both ways. Reading never passes the end of
/// the input: what is missing stays as it is and ok() becomes false. Little endian, as all machines that Debian builds
/// the program for with 64 bits; a store says which layout wrote it.
class Packer {
public:
    Packer() = default;
    explicit Packer(std::string_view input) : m_input(input), m_reading(true) {}

    bool reading() const { return m_reading; }
    /// False once the input ended early or said something impossible.
    bool ok() const { return m_ok; }
    bool atEnd() const { return m_input.empty(); }
    void fail() { m_ok = false; }
    std::string take() && { return std::move(m_output); }

    template <typename... Values>
    void operator()(Values&... values)
    {
        (one(values), ...);
    }

    /// Values of one type as planes of bytes: first bytes, second bytes, …, which compress better than values in a row.
    template <typename T>
    void planes(std::vector<T>& values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        std::uint64_t count = values.size();
        one(count);
        if (!m_reading) {
            const std::size_t at = m_output.size();
            m_output.resize(at + count * sizeof(T));
            for (std::size_t plane = 0; plane < sizeof(T); ++plane)
                spread(reinterpret_cast<const char*>(values.data()) + plane, m_output.data() + at + plane * count,
                       count, sizeof(T), 1);
            return;
        }
        if (!m_ok || count > m_input.size() / sizeof(T)) {
            m_ok = false;
            return;
        }
        values.resize(count);
        for (std::size_t plane = 0; plane < sizeof(T); ++plane)
            spread(m_input.data() + plane * count, reinterpret_cast<char*>(values.data()) + plane, count, 1, sizeof(T));
        m_input.remove_prefix(count * sizeof(T));
    }

    void bytes(void* data, std::size_t count)
    {
        if (!m_reading) {
            m_output.append(static_cast<const char*>(data), count);
        } else if (count > m_input.size()) {
            m_ok = false;
            m_input = {};
        } else if (count > 0) {
            std::memcpy(data, m_input.data(), count);
            m_input.remove_prefix(count);
        }
    }

private:
    static void spread(const char* from, char* to, std::size_t count, std::size_t fromStep, std::size_t toStep)
    {
        for (std::size_t i = 0; i < count; ++i)
            to[i * toStep] = from[i * fromStep];
    }

    template <typename T>
    void one(T& value)
    {
        if constexpr (PackedFields<T>)
            fields(*this, value);
        else {
            static_assert(PackedRaw<T>, "say what the type consists of: fields(Packer&, T&)");
            bytes(&value, sizeof(T));
        }
    }
    void one(bool& value)
    {
        std::uint8_t byte = value ? 1 : 0;
        bytes(&byte, 1);
        value = byte != 0;
    }
    void one(std::string& text)
    {
        std::uint64_t size = text.size();
        one(size);
        if (m_reading && size > m_input.size())
            m_ok = false;
        if (!m_ok)
            return;
        text.resize(size);
        bytes(text.data(), size);
    }
    void one(std::filesystem::path& path)
    {
        std::string text = path.string();
        one(text);
        if (m_reading)
            path = text;
    }
    template <typename A, typename B>
    void one(std::pair<A, B>& pair)
    {
        one(pair.first);
        one(pair.second);
    }
    template <typename T>
    void one(std::optional<T>& value)
    {
        bool has = value.has_value();
        one(has);
        if (!has)
            value.reset();
        else if (m_reading)
            value.emplace();
        if (value)
            one(*value);
    }
    template <typename T>
    void one(std::vector<T>& values)
    {
        std::uint64_t count = values.size();
        one(count);
        if (!m_reading) {
            for (T& value : values)
                one(value);
            return;
        }
        values.clear();
        for (std::uint64_t i = 0; i < count && m_ok; ++i)
            one(values.emplace_back());
    }
    template <typename K, typename V>
    void one(std::map<K, V>& values)
    {
        std::vector<std::pair<K, V>> list(values.begin(), values.end());
        one(list);
        if (m_reading)
            values = std::map<K, V>(std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()));
    }

    std::string m_output;
    std::string_view m_input;
    bool m_reading = false;
    bool m_ok = true;
};

/// The bytes of a value.
template <typename T>
std::string packed(T value)
{
    Packer packer;
    packer(value);
    return std::move(packer).take();
}

/// The value whose bytes these are, to the last one; else nothing.
template <typename T>
std::optional<T> unpacked(std::string_view bytes)
{
    Packer packer(bytes);
    T value{};
    packer(value);
    return packer.ok() && packer.atEnd() ? std::optional<T>(std::move(value)) : std::nullopt;
}

} // namespace tideline
