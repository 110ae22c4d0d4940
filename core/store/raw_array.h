// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace tideline {

/// An array of fixed size whose elements are not set: whoever makes it sets each before it is read, from several threads
/// if need be. A vector would touch all its pages first, on one thread.
template <typename T>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    RawArray() = default;
    explicit RawArray(std::size_t size) : m_size(size), m_data(std::allocator<T>().allocate(size), {size}) {}

    std::size_t size() const { return m_size; }
    T* data() { return m_data.get(); }
    const T* data() const { return m_data.get(); }
    T& operator[](std::size_t i) { return m_data.get()[i]; }
    const T& operator[](std::size_t i) const { return m_data.get()[i]; }

private:
    struct Free {
        std::size_t size = 0;
        void operator()(T* data) const { std::allocator<T>().deallocate(data, size); }
    };
    std::size_t m_size = 0;
    std::unique_ptr<T, Free> m_data;
};

} // namespace tideline
