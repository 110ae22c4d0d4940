// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sqlite/page_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace tideline::sqlite {

namespace {

constexpr std::size_t kWaitingBytes = std::size_t{1} << 16U;
/// The page that holds the byte at 1 GiB, where readers set their locks, stays unused.
constexpr std::uint32_t kLockPage = (std::uint32_t{1} << 30U) / kPageBytes + 1;
constexpr std::uint64_t kPageCountPlace = 28; // in the head of the file

bool writeAll(int file, std::span<const std::uint8_t> bytes, std::uint64_t offset)
{
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return true;
}

} // namespace

Status PageFile::open(const std::filesystem::path& path)
{
    m_path = path;
    m_status = Done{};
    m_waiting.clear();
    std::error_code code;
    const std::uintmax_t bytes = std::filesystem::file_size(path, code);
    if (code) {
        errno = code.value();
        fail();
    }
    m_written = m_pages = code ? 0 : static_cast<std::uint32_t>(bytes / kPageBytes);
    return m_status;
}

std::uint32_t PageFile::append(const Page& page)
{
    if (m_waiting.capacity() < kWaitingBytes)
        m_waiting.reserve(kWaitingBytes);
    if (m_pages + 1 == kLockPage) {
        m_waiting.resize(m_waiting.size() + kPageBytes);
        ++m_pages;
    }
    m_waiting.insert(m_waiting.end(), page.begin(), page.end());
    ++m_pages;
    if (m_waiting.size() >= kWaitingBytes)
        flush();
    return m_pages;
}

void PageFile::put(std::uint32_t number, const Page& page)
{
    writeAt(std::uint64_t{number - 1} * kPageBytes, page);
}

Status PageFile::close()
{
    flush();
    m_waiting = {};
    std::array<std::uint8_t, 8> count{};
    storeBytes(count.data(), m_pages, 4);
    writeAt(kPageCountPlace, std::span<const std::uint8_t>(count).first(4));
    return m_status;
}

void PageFile::flush()
{
    if (!m_waiting.empty())
        writeAt(std::uint64_t{m_written} * kPageBytes, m_waiting);
    m_waiting.clear();
    m_written = m_pages;
}

void PageFile::writeAt(std::uint64_t offset, std::span<const std::uint8_t> bytes)
{
    if (!m_status.ok())
        return;
    const int file = ::open(m_path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0 || !writeAll(file, bytes, offset))
        fail();
    if (file >= 0 && ::close(file) != 0)
        fail();
}

void PageFile::fail()
{
    if (m_status.ok())
        m_status = Error{ErrorCode::NotWritable, std::string("cannot write the database: ") + std::strerror(errno),
                         m_path.string(), errno == ENOSPC ? "Free some space, or choose another disk" : ""};
}

} // namespace tideline::sqlite
