// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tideline {

/// How the values of a frame are prepared for the compressor. Deltas are those of whole integers of 8 bytes, folded so
/// that small negative ones have small bytes.
enum class FrameCoding : std::uint8_t { Planes, DeltaPlanes };

/// What the values of a frame must be besides having the right checksum; a store may come from anybody.
enum class FrameCheck : std::uint8_t {
    Any,     ///< ids: below their limit, or none
    Valid,   ///< ids: below their limit
    Earlier, ///< ids of the same table: below the row that holds them, or none
};

struct FrameFormat {
    std::uint8_t width = 0; ///< bytes of a value
    FrameCoding coding = FrameCoding::Planes;
    FrameCheck check = FrameCheck::Any;
};

/// Values to planes of bytes. `values` holds count · format.width bytes; so does the result.
std::string toPlanes(const void* values, std::size_t count, FrameFormat format);
/// What compressed() makes of the planes.
std::string compressedPlanes(const void* values, std::size_t count, FrameFormat format);
/// The way back; false when the size does not fit.
bool fromPlanes(std::string_view planes, void* values, std::size_t count, FrameFormat format);

/// zstd, level 1. What does not shrink is returned as it is, so that equal sizes mean "not compressed".
std::string compressed(std::string_view bytes);
/// Nothing when the bytes are damaged or do not make exactly rawBytes.
std::optional<std::string> decompressed(std::string_view bytes, std::size_t rawBytes);

/// XXH3 over the bytes and the place where they belong.
std::uint64_t blobHash(std::string_view bytes, std::uint64_t place);

} // namespace tideline
