// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "core/store/frame_codec.h"
#include "core/store/store_file.h"

namespace tideline::test {

/// The bytes of a store that somebody changes and gives the right hashes again.
class ForgedStore {
public:
    explicit ForgedStore(const std::filesystem::path& store)
    {
        std::ifstream file(store, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), {});
        if (bytes.size() >= sizeof(Head))
            std::memcpy(&head, bytes.data(), sizeof(Head));
        contents = text(head.contents);
    }

    /// What a piece holds.
    std::string text(const BlobRef& ref) const
    {
        if (ref.offset + ref.bytes > bytes.size())
            return {};
        return decompressed(std::string_view(bytes).substr(ref.offset, ref.bytes), ref.rawBytes).value_or("");
    }
    /// Adds a piece at the end; its place.
    BlobRef add(std::string_view raw) { return addPacked(compressed(raw), raw.size()); }
    /// The same of bytes that say to become rawBytes.
    BlobRef addPacked(const std::string& packed, std::size_t rawBytes)
    {
        BlobRef ref;
        ref.offset = bytes.size();
        ref.bytes = static_cast<std::uint32_t>(packed.size());
        ref.rawBytes = static_cast<std::uint32_t>(rawBytes);
        ref.hash = blobHash(packed, ref.offset);
        bytes += packed;
        return ref;
    }
    /// Puts another piece where the contents name one; false when they do not.
    bool replace(const BlobRef& from, const BlobRef& to)
    {
        const std::string_view old(reinterpret_cast<const char*>(&from), sizeof(from));
        const std::size_t at = contents.find(old);
        if (at != std::string::npos)
            std::memcpy(contents.data() + at, &to, sizeof(to));
        return at != std::string::npos;
    }
    void write(const std::filesystem::path& target)
    {
        ForgedStore copy = *this;
        copy.head.contents = copy.add(contents);
        copy.head.fileBytes = copy.bytes.size();
        copy.writeHead(target);
    }
    /// Only the head anew.
    void writeHead(const std::filesystem::path& target)
    {
        head.hash = blobHash({reinterpret_cast<const char*>(&head), offsetof(Head, hash)}, 0);
        std::memcpy(bytes.data(), &head, sizeof(head));
        std::ofstream(target, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }

    struct Head {
        std::array<char, 8> magic;
        std::uint64_t layout;
        BlobRef contents;
        std::uint64_t fileBytes;
        std::uint64_t hash;
    };
    std::string bytes;
    std::string contents;
    Head head{};
};

} // namespace tideline::test
