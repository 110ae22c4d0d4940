// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace tideline {

/// Bytes that can be read by position: a file, or what an archive unpacked to. Thread-safe.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    /// Up to length bytes from offset; fewer only at the end.
    virtual std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const = 0;
};

} // namespace tideline
