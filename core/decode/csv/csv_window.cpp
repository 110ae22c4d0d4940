// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/csv/csv_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tideline {

namespace {

constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 20; // a piece fits the second-level cache

} // namespace

Result<std::unique_ptr<CsvWindow>> CsvWindow::open(const std::filesystem::path& path)
{
    auto file = FileReader::open(path);
    if (!file)
        return file.error();
    return std::unique_ptr<CsvWindow>(new CsvWindow(std::move(*file)));
}

CsvWindow::CsvWindow(FileReader file) : m_file(std::move(file))
{
    // One byte more than the file has: a small file is known to be whole after one read.
    m_bytes.resize(static_cast<std::size_t>(std::min(kWindowBytes, m_file.size() + 1)));
    fill();
}

void CsvWindow::slide(std::size_t done)
{
    m_filled -= done;
    m_base += done;
    if (done == 0)
        m_bytes.resize(m_bytes.size() * 2);
    else
        std::memmove(m_bytes.data(), m_bytes.data() + done, m_filled);
    fill();
}

void CsvWindow::fill()
{
    const std::uint64_t at = m_base + m_filled;
    const std::uint64_t left = m_file.size() - std::min(m_file.size(), at);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(m_bytes.size() - m_filled, left));
    const std::size_t got = m_file.readAt(at, m_bytes.data() + m_filled, wanted);
    m_filled += got;
    m_atEnd = got < wanted || got == left;
}

} // namespace tideline
