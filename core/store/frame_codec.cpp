// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/frame_codec.h"

#include <cstring>
#include <memory>
#include <vector>

#include <xxhash.h>
#include <zstd.h>

namespace tideline {

namespace {

constexpr int kLevel = 1;

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

template <typename Word>
void wordsToPlanes(const char* values, char* planes, std::size_t count, bool delta)
{
    Word last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Word word;
        std::memcpy(&word, values + i * sizeof(Word), sizeof(Word));
        const Word out = delta ? static_cast<Word>(folded(word - last)) : word;
        last = word;
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            planes[plane * count + i] = static_cast<char>(out >> (8 * plane));
    }
}

template <typename Word>
void planesToWords(const char* planes, char* values, std::size_t count, bool delta)
{
    Word last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Word word = 0;
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            word |= static_cast<Word>(static_cast<unsigned char>(planes[plane * count + i])) << (8 * plane);
        if (delta)
            word = static_cast<Word>(unfolded(word)) + last;
        last = word;
        std::memcpy(values + i * sizeof(Word), &word, sizeof(Word));
    }
}

} // namespace

std::string toPlanes(const void* values, std::size_t count, FrameFormat format)
{
    const auto* const from = static_cast<const char*>(values);
    std::string planes(count * format.width, '\0');
    if (format.width == 8) {
        wordsToPlanes<std::uint64_t>(from, planes.data(), count, format.coding == FrameCoding::DeltaPlanes);
    } else if (format.width == 4) {
        wordsToPlanes<std::uint32_t>(from, planes.data(), count, false);
    } else {
        for (std::size_t plane = 0; plane < format.width; ++plane) {
            for (std::size_t i = 0; i < count; ++i)
                planes[plane * count + i] = from[i * format.width + plane];
        }
    }
    return planes;
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
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compressCCtx(compressContext(), out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size) || size >= bytes.size())
        return std::string(bytes);
    out.resize(size);
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
