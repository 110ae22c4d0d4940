// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace tideline {

struct FrameFormat;

/// Where a block of bytes lies in a store, and what it must look like. 24 bytes.
struct BlobRef {
    std::uint64_t offset = 0;
    std::uint64_t hash = 0;     ///< blobHash of the bytes in the file
    std::uint32_t bytes = 0;    ///< in the file
    std::uint32_t rawBytes = 0; ///< decompressed; equal to bytes: not compressed
};

/// An open file that holds a store, readable while it is being written. It stays readable when the name goes away.
class StoreFile {
public:
    explicit StoreFile(int descriptor) : m_descriptor(descriptor) {}
    StoreFile(const StoreFile&) = delete;
    StoreFile& operator=(const StoreFile&) = delete;
    ~StoreFile();

    /// A store that is there; only reading.
    static Result<std::shared_ptr<StoreFile>> open(const std::filesystem::path& path);

    /// All `length` bytes, or false. Thread-safe.
    bool readAt(std::uint64_t offset, char* into, std::size_t length) const;
    bool writeAt(std::uint64_t offset, const char* from, std::size_t length) const;
    std::uint64_t size() const;
    int descriptor() const { return m_descriptor; }

    /// Whether it begins like a store.
    bool isStore() const;
    /// The head of a store: the place of its table of contents. Damaged, or Unrecognised for another kind or version.
    Result<BlobRef> contents() const;
    /// Whether the bytes of a blob are those that were written.
    bool isWhole(const BlobRef& ref) const;
    /// Checked and decompressed; nothing when a byte of it is not what was written.
    std::optional<std::string> blob(const BlobRef& ref) const;

private:
    int m_descriptor;
};

/// Writes a store: blobs in any order, then the table of contents, then the head and the final name. The file has a
/// name of its own until then and is locked, so that no other program takes it for a leftover.
class StoreWriter {
public:
    /// A fresh file beside `target`. The directory is made where it is missing.
    static Result<std::unique_ptr<StoreWriter>> create(const std::filesystem::path& target);
    ~StoreWriter(); ///< removes the file unless it was finished

    /// Compresses and writes. After a failure (a full disk) nothing more is written and failed() says so. Thread-safe.
    BlobRef add(std::string_view raw);
    /// The same for values as planes of bytes.
    BlobRef addPlanes(const void* values, std::size_t count, FrameFormat format);
    /// Writes what compressed() made of so many bytes.
    BlobRef addCompressed(std::string_view bytes, std::size_t rawBytes);
    bool failed() const { return m_failed; }
    std::uint64_t bytesWritten() const { return m_end; }
    const std::shared_ptr<StoreFile>& file() const { return m_file; }
    const std::filesystem::path& target() const { return m_target; }

    /// Writes the contents and the head and gives the file its name; replaces a file of that name.
    Status finish(std::string_view contents);

    /// Removes files that writers which are no more left in a directory.
    static void removeLeftovers(const std::filesystem::path& directory);

private:
    StoreWriter(std::shared_ptr<StoreFile> file, std::filesystem::path temporary, std::filesystem::path target);

    std::shared_ptr<StoreFile> m_file;
    std::filesystem::path m_temporary;
    std::filesystem::path m_target;
    std::atomic<std::uint64_t> m_end;
    std::atomic<bool> m_failed = false;
    bool m_finished = false;
};

} // namespace tideline
