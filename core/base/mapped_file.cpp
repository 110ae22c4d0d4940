// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tideline {

namespace {

Error systemError(const std::string& what, const std::string& where)
{
    const int number = errno;
    const ErrorCode code = number == ENOENT                      ? ErrorCode::NotFound
                           : number == EACCES || number == EPERM ? ErrorCode::PermissionDenied
                                                                 : ErrorCode::Damaged;
    return {code, what + " (" + std::strerror(number) + ")", where, {}};
}

/// The descriptor of a regular file and its size. O_NONBLOCK keeps a FIFO from blocking the open.
Result<std::pair<int, std::uint64_t>> openRegular(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return systemError("cannot open file", path);
    struct stat info = {};
    if (::fstat(fd, &info) != 0) {
        Error error = systemError("cannot read file status", path);
        ::close(fd);
        return error;
    }
    if (!S_ISREG(info.st_mode)) {
        ::close(fd);
        return Error{ErrorCode::InvalidArgument, "not a regular file", path, {}};
    }
    return std::pair{fd, static_cast<std::uint64_t>(info.st_size)};
}

} // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    auto opened = openRegular(path.string());
    if (!opened)
        return opened.error();
    const auto [fd, size] = *opened;
    if (size == 0) {
        ::close(fd);
        return MappedFile(nullptr, 0);
    }
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    ::close(fd);
    if (data == MAP_FAILED)
        return systemError("cannot map file", path.string());
    return MappedFile(static_cast<const char*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0))
{
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept
{
    if (this != &other) {
        release();
        m_data = std::exchange(other.m_data, nullptr);
        m_size = std::exchange(other.m_size, 0);
    }
    return *this;
}

MappedFile::~MappedFile()
{
    release();
}

void MappedFile::release()
{
    if (m_data)
        ::munmap(const_cast<char*>(m_data), m_size);
    m_data = nullptr;
}

void MappedFile::dropPages(std::size_t offset, std::size_t length) const
{
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t first = (offset + page - 1) / page * page;
    const std::size_t last = std::min(offset + length, m_size) / page * page;
    if (m_data && first < last)
        ::madvise(const_cast<char*>(m_data) + first, last - first, MADV_DONTNEED);
}

Result<FileReader> FileReader::open(const std::filesystem::path& path)
{
    auto opened = openRegular(path.string());
    if (!opened)
        return opened.error();
    return FileReader(opened->first, opened->second);
}

Result<FileReader> FileReader::adopt(int descriptor)
{
    struct stat info = {};
    if (::fstat(descriptor, &info) != 0)
        return systemError("cannot read file status", {});
    return FileReader(descriptor, static_cast<std::uint64_t>(info.st_size));
}

FileReader::FileReader(FileReader&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(std::exchange(other.m_size, 0))
{
}

FileReader& FileReader::operator=(FileReader&& other) noexcept
{
    if (this != &other) {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_size = std::exchange(other.m_size, 0);
    }
    return *this;
}

FileReader::~FileReader()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::size_t FileReader::readAt(std::uint64_t offset, char* into, std::size_t length) const
{
    std::size_t done = 0;
    while (done < length) {
        const ssize_t got = ::pread(m_descriptor, into + done, length - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

} // namespace tideline
