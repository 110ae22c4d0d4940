// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/store_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "core/store/frame_codec.h"
#include "core/store/store_layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::array<char, 8> kMagic = {'T', 'I', 'D', 'E', 'L', 'I', 'N', 'E'};
/// A blob that promises more than this and shrank more than so many times is none of ours.
constexpr std::uint32_t kPlainRawBytes = std::uint32_t{64} << 20;
constexpr std::uint32_t kMostRatio = 1000;
constexpr std::string_view kTemporaryMark = ".writing-";

/// The first bytes of a store.
struct Head {
    std::array<char, 8> magic = kMagic;
    std::uint64_t layout = 0;
    BlobRef contents;
    std::uint64_t fileBytes = 0;
    std::uint64_t hash = 0; // of all before it
};
static_assert(sizeof(Head) == 56);

std::uint64_t hashOf(const Head& head)
{
    return blobHash({reinterpret_cast<const char*>(&head), offsetof(Head, hash)}, 0);
}

Error failure(const std::string& what, const fs::path& where)
{
    const int number = errno;
    const ErrorCode code = number == EACCES || number == EPERM || number == EROFS ? ErrorCode::PermissionDenied
                           : number == ENOENT                                     ? ErrorCode::NotFound
                                                                                  : ErrorCode::NotWritable;
    return {code, what + " (" + std::strerror(number) + ")", where.string(), {}};
}

} // namespace

StoreFile::~StoreFile()
{
    ::close(m_descriptor);
}

Result<std::shared_ptr<StoreFile>> StoreFile::open(const fs::path& path)
{
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return failure("cannot open the store", path);
    auto file = std::make_shared<StoreFile>(fd);
    struct stat info = {};
    if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        return Error{ErrorCode::InvalidArgument, "not a regular file", path.string(), {}};
    return file;
}

bool StoreFile::readAt(std::uint64_t offset, char* into, std::size_t length) const
{
    while (length > 0) {
        const ssize_t got = ::pread(m_descriptor, into, length, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        into += got;
        offset += static_cast<std::uint64_t>(got);
        length -= static_cast<std::size_t>(got);
    }
    return true;
}

bool StoreFile::writeAt(std::uint64_t offset, const char* from, std::size_t length) const
{
    while (length > 0) {
        const ssize_t put = ::pwrite(m_descriptor, from, length, static_cast<off_t>(offset));
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        from += put;
        offset += static_cast<std::uint64_t>(put);
        length -= static_cast<std::size_t>(put);
    }
    return true;
}

std::uint64_t StoreFile::size() const
{
    struct stat info = {};
    return ::fstat(m_descriptor, &info) == 0 && info.st_size > 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

bool StoreFile::isStore() const
{
    std::array<char, 8> magic{};
    return readAt(0, magic.data(), magic.size()) && magic == kMagic;
}

Result<BlobRef> StoreFile::contents() const
{
    Head head;
    if (!readAt(0, reinterpret_cast<char*>(&head), sizeof(head)) || head.magic != kMagic)
        return Error{ErrorCode::Unrecognised, "not a Tideline store", {}, {}};
    if (head.hash != hashOf(head))
        return Error{ErrorCode::Damaged, "the head of the store is damaged", {}, {}};
    if (head.layout != kStoreLayout)
        return Error{ErrorCode::Unrecognised,
                     "the store was written by another version of Tideline",
                     {},
                     "Write it again from the profile with this version"};
    if (head.fileBytes != size())
        return Error{ErrorCode::Damaged, "the store is cut short", {}, {}};
    return head.contents;
}

bool StoreFile::isWhole(const BlobRef& ref) const
{
    const std::uint64_t end = size();
    if (ref.offset > end || ref.bytes > end - ref.offset)
        return false;
    std::string bytes(ref.bytes, '\0');
    return readAt(ref.offset, bytes.data(), bytes.size()) && blobHash(bytes, ref.offset) == ref.hash;
}

std::optional<std::string> StoreFile::blob(const BlobRef& ref) const
{
    const std::uint64_t end = size();
    const bool bomb = ref.rawBytes > kPlainRawBytes && ref.rawBytes / kMostRatio > ref.bytes;
    if (ref.offset > end || ref.bytes > end - ref.offset || ref.bytes > ref.rawBytes || bomb)
        return std::nullopt;
    std::string bytes(ref.bytes, '\0');
    if (!readAt(ref.offset, bytes.data(), bytes.size()) || blobHash(bytes, ref.offset) != ref.hash)
        return std::nullopt;
    return ref.bytes == ref.rawBytes ? std::optional(std::move(bytes)) : decompressed(bytes, ref.rawBytes);
}

StoreWriter::StoreWriter(std::shared_ptr<StoreFile> file, fs::path temporary, fs::path target)
    : m_file(std::move(file)), m_temporary(std::move(temporary)), m_target(std::move(target)), m_end(sizeof(Head))
{
}

Result<std::unique_ptr<StoreWriter>> StoreWriter::create(const fs::path& target)
{
    std::error_code error;
    const fs::path directory = target.parent_path();
    if (!directory.empty())
        fs::create_directories(directory, error);
    while (true) {
        std::string name = target.string() + std::string(kTemporaryMark) + "XXXXXX";
        const int fd = ::mkostemp(name.data(), O_CLOEXEC);
        if (fd < 0)
            return failure("cannot write the store", directory);
        auto file = std::make_shared<StoreFile>(fd);
        // Between the two calls another program may take the file for a leftover; then it is locked, or gone.
        const bool taken = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (struct stat info = {}; !taken && ::fstat(fd, &info) == 0 && info.st_nlink > 0)
            return std::unique_ptr<StoreWriter>(new StoreWriter(std::move(file), name, target));
    }
}

StoreWriter::~StoreWriter()
{
    std::error_code ignored;
    if (!m_finished)
        fs::remove(m_temporary, ignored);
}

BlobRef StoreWriter::add(std::string_view raw)
{
    return m_failed ? BlobRef{} : addCompressed(compressed(raw), raw.size());
}

BlobRef StoreWriter::addPlanes(const void* values, std::size_t count, FrameFormat format)
{
    return m_failed ? BlobRef{} : addCompressed(compressedPlanes(values, count, format), count * format.width);
}

BlobRef StoreWriter::addCompressed(std::string_view bytes, std::size_t rawBytes)
{
    BlobRef ref;
    if (rawBytes > std::numeric_limits<std::uint32_t>::max())
        m_failed = true;
    if (m_failed)
        return ref;
    ref.offset = m_end.fetch_add(bytes.size());
    ref.bytes = static_cast<std::uint32_t>(bytes.size());
    ref.rawBytes = static_cast<std::uint32_t>(rawBytes);
    ref.hash = blobHash(bytes, ref.offset);
    if (!m_file->writeAt(ref.offset, bytes.data(), bytes.size()))
        m_failed = true;
    return ref;
}

Status StoreWriter::finish(std::string_view contents)
{
    Head head;
    head.layout = kStoreLayout;
    head.contents = add(contents);
    head.fileBytes = m_end;
    head.hash = hashOf(head);
    if (m_failed || !m_file->writeAt(0, reinterpret_cast<const char*>(&head), sizeof(head)))
        return Error{ErrorCode::NotWritable, "the store could not be written whole", m_target.string(), {}};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return failure("the store could not be given its name", m_target);
    m_finished = true;
    ::flock(m_file->descriptor(), LOCK_UN);
    return Done{};
}

void StoreWriter::removeLeftovers(const fs::path& directory)
{
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
        if (it->path().filename().string().find(kTemporaryMark) == std::string::npos)
            continue;
        const int fd = ::open(it->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0)
            continue;
        const StoreFile file(fd);
        std::error_code ignored;
        if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
            fs::remove(it->path(), ignored);
    }
}

} // namespace tideline
