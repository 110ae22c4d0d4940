// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace tideline {

/// Where a row came from: source number (16 bits) and byte offset in it (48 bits). Also its order in the file.
struct SourceRef {
    std::uint64_t packed = ~std::uint64_t{0};
    SourceRef() = default;
    SourceRef(std::uint32_t source, std::uint64_t offset) : packed(std::uint64_t{source} << 48 | offset) {}
    bool valid() const { return packed != ~std::uint64_t{0}; }
    std::uint32_t source() const { return static_cast<std::uint32_t>(packed >> 48); }
    std::uint64_t offset() const { return packed & ((std::uint64_t{1} << 48) - 1); }
    auto operator<=>(const SourceRef&) const = default;
};

constexpr std::uint32_t kMaxSources = 0xFFFF;

class EventTexts;

/// One input file of a trace.
struct SourceInfo {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::shared_ptr<const EventTexts> texts; ///< of its events; null where it has none, or they were not wanted
};

} // namespace tideline
