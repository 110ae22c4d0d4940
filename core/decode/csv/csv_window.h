// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/mapped_file.h"
#include "core/base/result.h"

namespace tideline {

/// A part of a file that slides towards its end. Read by position, so that a file that other programs cut meanwhile ends
/// early instead of ending us. What a file gains after it was opened is not read.
class CsvWindow {
public:
    static Result<std::unique_ptr<CsvWindow>> open(const std::filesystem::path& path);

    /// Valid until slide().
    std::string_view text() const { return {m_bytes.data(), m_filled}; }
    /// Where the text begins in the file.
    std::uint64_t base() const { return m_base; }
    std::uint64_t fileSize() const { return m_file.size(); }
    /// Whether nothing follows the text.
    bool atEnd() const { return m_atEnd; }
    /// Whether the file ended before the size that it had when it was opened. Known once atEnd().
    bool shortened() const { return m_atEnd && m_base + m_filled < m_file.size(); }

    /// Lets the first bytes go and reads on; the window doubles when there are none to let go.
    void slide(std::size_t done);

private:
    explicit CsvWindow(FileReader file);
    void fill();

    FileReader m_file;
    std::vector<char> m_bytes;
    std::size_t m_filled = 0;
    std::uint64_t m_base = 0;
    bool m_atEnd = false;
};

} // namespace tideline
