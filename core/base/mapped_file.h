// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace tideline {

/// A regular file mapped read-only. Directories, pipes and devices are refused; an empty file maps to "".
/// A file that another program shortens meanwhile raises SIGBUS on access: read large inputs through FileReader.
class MappedFile {
public:
    static Result<MappedFile> open(const std::filesystem::path& path);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::string_view text() const { return {m_data, m_size}; }
    std::size_t size() const { return m_size; }

    /// Gives pages of [offset, offset + length) back to the system; reading them again costs a page fault.
    void dropPages(std::size_t offset, std::size_t length) const;

private:
    MappedFile(const char* data, std::size_t size) : m_data(data), m_size(size) {}
    void release();

    const char* m_data = nullptr;
    std::size_t m_size = 0;
};

/// A regular file read by position with pread; safe when the file shrinks (short reads). Thread-safe after open.
class FileReader {
public:
    static Result<FileReader> open(const std::filesystem::path& path);
    /// Takes over an open descriptor (for instance of an unlinked temporary file).
    static Result<FileReader> adopt(int descriptor);

    FileReader(FileReader&& other) noexcept;
    FileReader& operator=(FileReader&& other) noexcept;
    ~FileReader();

    std::uint64_t size() const { return m_size; }

    /// Reads up to length bytes at offset; fewer only at the end of the file or on a read error.
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const;

private:
    FileReader(int descriptor, std::uint64_t size) : m_descriptor(descriptor), m_size(size) {}

    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

} // namespace tideline
