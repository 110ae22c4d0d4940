// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/export/sqlite/record_cells.h"

namespace tideline::sqlite {

using Page = std::array<std::uint8_t, kPageBytes>;

/// Adds pages to the end of a database file that no library has open. The file is open only while pages go out, so that
/// thousands of ranks can be written side by side. The first failure is kept and returned by close().
class PageFile {
public:
    Status open(const std::filesystem::path& path);
    /// Returns the page's number; numbers begin with 1.
    std::uint32_t append(const Page& page);
    /// Replaces a page that was there before the first append().
    void put(std::uint32_t number, const Page& page);
    /// Writes what is left, and the number of pages into the head of the file.
    Status close();

private:
    void flush();
    void writeAt(std::uint64_t offset, std::span<const std::uint8_t> bytes);
    void fail();

    std::filesystem::path m_path;
    Status m_status = Done{};
    std::vector<std::uint8_t> m_waiting; ///< whole pages
    std::uint32_t m_written = 0;         ///< pages of the file
    std::uint32_t m_pages = 0;           ///< with those that wait
};

} // namespace tideline::sqlite
