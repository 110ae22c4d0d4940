// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/frame_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include <xxhash.h>
#include <zstd.h>

namespace tideline {

namespace {

constexpr int kLevel = -1; // a seventh larger than with 1, a third faster

constexpr std::size_t kMostRoom = std::size_t{4} << 20; ///< of a thread, kept from frame to frame

struct FreeContexts {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Contexts hold tables of a MiB: making one per frame would cost more than the frame.
ZSTD_CCtx* compressContext()
{
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContexts> context(ZSTD_createCCtx());
    return context.get();
}

ZSTD_DCtx* decompressContext()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContexts> context(ZSTD_createDCtx());
    return context.get();
}

std::uint64_t folded(std::uint64_t delta)
{
    return (delta << 1) ^ (delta >> 63 ? ~std::uint64_t{0} : 0);
}

std::uint64_t unfolded(std::uint64_t value)
{
    return (value >> 1) ^ (value & 1 ? ~std::uint64_t{0} : 0);
}

/// Eight words of eight bytes turned over: byte j of word i becomes byte i of word j. Its own inverse.
inline void transpose(std::array<std::uint64_t, 8>& words)
{
    const auto swap = [](std::uint64_t& low, std::uint64_t& high, unsigned shift, std::uint64_t mask) {
        const std::uint64_t change = ((low >> shift) ^ high) & mask;
        high ^= change;
        low ^= change << shift;
    };
    for (std::size_t i = 0; i < 4; ++i)
        swap(words[i], words[i + 4], 32, 0x00000000FFFFFFFFU);
    for (std::size_t i : {0, 1, 4, 5})
        swap(words[i], words[i + 2], 16, 0x0000FFFF0000FFFFU);
    for (std::size_t i : {0, 2, 4, 6})
        swap(words[i], words[i + 1], 8, 0x00FF00FF00FF00FFU);
}

/// How bytes are numbered by the shifts above.
constexpr bool kTransposes = std::endian::native == std::endian::little;

template <typename Word>
void wordsToPlanes(const char* values, char* planes, std::size_t count, bool delta)
{
    Word last = 0;
    const auto at = [&](std::size_t i) {
        Word word;
        std::memcpy(&word, values + i * sizeof(Word), sizeof(Word));
        const Word out = delta ? static_cast<Word>(folded(word - last)) : word;
        last = word;
        return out;
    };
    std::size_t i = 0;
    for (; kTransposes && i + 8 <= count; i += 8) {
        std::array<std::uint64_t, 8> block;
        for (std::size_t k = 0; k < 8; ++k)
            block[k] = at(i + k);
        transpose(block);
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            std::memcpy(planes + plane * count + i, &block[plane], 8);
    }
    for (; i < count; ++i) {
        const Word out = at(i);
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            planes[plane * count + i] = static_cast<char>(out >> (8 * plane));
    }
}

template <typename Word>
void planesToWords(const char* planes, char* values, std::size_t count, bool delta)
{
    Word last = 0;
    const auto put = [&](std::size_t i, Word word) {
        if (delta)
            word = static_cast<Word>(unfolded(word)) + last;
        last = word;
        std::memcpy(values + i * sizeof(Word), &word, sizeof(Word));
    };
    std::size_t i = 0;
    for (; kTransposes && i + 8 <= count; i += 8) {
        std::array<std::uint64_t, 8> block{};
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            std::memcpy(&block[plane], planes + plane * count + i, 8);
        transpose(block);
        for (std::size_t k = 0; k < 8; ++k)
            put(i + k, static_cast<Word>(block[k]));
    }
    for (; i < count; ++i) {
        Word word = 0;
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            word |= static_cast<Word>(static_cast<Word>(static_cast<unsigned char>(planes[plane * count + i]))
                                      << (8 * plane));
        put(i, word);
    }
}

void writePlanes(const char* values, char* planes, std::size_t count, FrameFormat format)
{
    if (format.width == 8) {
        wordsToPlanes<std::uint64_t>(values, planes, count, format.coding == FrameCoding::DeltaPlanes);
    } else if (format.width == 4) {
        wordsToPlanes<std::uint32_t>(values, planes, count, false);
    } else {
        for (std::size_t plane = 0; plane < format.width; ++plane) {
            for (std::size_t i = 0; i < count; ++i)
                planes[plane * count + i] = values[i * format.width + plane];
        }
    }
}

} // namespace

std::string toPlanes(const void* values, std::size_t count, FrameFormat format)
{
    std::string planes(count * format.width, '\0');
    writePlanes(static_cast<const char*>(values), planes.data(), count, format);
    return planes;
}

std::string compressedPlanes(const void* values, std::size_t count, FrameFormat format)
{
    thread_local std::vector<char> planes; // kept: fresh pages for each frame cost more than filling them
    planes.resize(std::max(planes.size(), count * format.width));
    writePlanes(static_cast<const char*>(values), planes.data(), count, format);
    std::string bytes = compressed({planes.data(), count * format.width});
    if (planes.size() > kMostRoom)
        std::vector<char>().swap(planes);
    return bytes;
}

bool fromPlanes(std::string_view planes, void* values, std::size_t count, FrameFormat format)
{
    if (planes.size() != count * format.width)
        return false;
    auto* const to = static_cast<char*>(values);
    if (format.width == 8) {
        planesToWords<std::uint64_t>(planes.data(), to, count, format.coding == FrameCoding::DeltaPlanes);
    } else if (format.width == 4) {
        planesToWords<std::uint32_t>(planes.data(), to, count, false);
    } else {
        for (std::size_t plane = 0; plane < format.width; ++plane) {
            for (std::size_t i = 0; i < count; ++i)
                to[i * format.width + plane] = planes[plane * count + i];
        }
    }
    return true;
}

std::string compressed(std::string_view bytes)
{
    // Room for what does not compress, kept: fresh pages for each frame cost more than copying what comes out.
    thread_local std::vector<char> room;
    room.resize(std::max(room.size(), ZSTD_compressBound(bytes.size())));
    const std::size_t size =
        ZSTD_compressCCtx(compressContext(), room.data(), room.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size) || size >= bytes.size())
        return std::string(bytes);
    std::string out(room.data(), size);
    if (room.size() > kMostRoom)
        std::vector<char>().swap(room);
    return out;
}

std::optional<std::string> decompressed(std::string_view bytes, std::size_t rawBytes)
{
    if (bytes.size() == rawBytes)
        return std::string(bytes);
    std::string raw(rawBytes, '\0');
    const std::size_t size =
        ZSTD_decompressDCtx(decompressContext(), raw.data(), raw.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size) || size != rawBytes)
        return std::nullopt;
    return raw;
}

std::uint64_t blobHash(std::string_view bytes, std::uint64_t place)
{
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), place);
}

} // namespace tideline
