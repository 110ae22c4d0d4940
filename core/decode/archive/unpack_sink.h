// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.h"
#include "core/base/result.h"

namespace tideline {

/// Collects bytes in memory and, above a limit, in a file that no name points to any more.
class UnpackSink {
public:
    UnpackSink(std::uint64_t memoryBytes, std::filesystem::path scratchDir)
        : m_memoryBytes(memoryBytes), m_scratchDir(std::move(scratchDir))
    {
    }
    ~UnpackSink();
    UnpackSink(const UnpackSink&) = delete;
    UnpackSink& operator=(const UnpackSink&) = delete;

    std::uint64_t size() const { return m_size; }
    /// TooLarge when the memory is full and there is no scratch directory, NotWritable when that cannot be written.
    Status append(std::string_view bytes);
    Result<std::shared_ptr<const ByteSource>> finish();

private:
    Status spill();
    Status write(std::string_view bytes);

    std::uint64_t m_memoryBytes;
    std::filesystem::path m_scratchDir;
    std::string m_memory;
    std::uint64_t m_size = 0;
    int m_descriptor = -1;
};

} // namespace tideline
