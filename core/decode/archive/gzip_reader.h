// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <zlib.h>

#include "core/base/mapped_file.h"

namespace tideline {

/// Unpacks a gzip file piece by piece, all members joined. What stands before damage is given before the damage is
/// reported. Bytes behind the last member that begin no other are not unpacked; trailing() tells of them.
class GzipReader {
public:
    enum class State { More, End, Damaged };

    explicit GzipReader(FileReader file);
    ~GzipReader();
    GzipReader(const GzipReader&) = delete;
    GzipReader& operator=(const GzipReader&) = delete;

    /// Appends up to `bytes` to `into`. Not More: this was the last piece.
    State read(std::string& into, std::size_t bytes);
    std::uint64_t packedBytes() const { return m_position; }
    /// At the end: whether anything but padding (zeros, up to 1 MiB) stands behind the last member.
    bool trailing();
    /// Why the state is Damaged.
    const std::string& reason() const { return m_reason; }

private:
    bool refill();
    State damaged(const char* reason);
    /// At the end of a member: whether another one follows.
    bool nextMember();

    FileReader m_file;
    std::uint64_t m_position = 0;
    std::vector<char> m_input;
    z_stream m_stream = {};
    std::string m_reason;
};

} // namespace tideline
