// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/archive/file_source.h"

#include <cerrno>
#include <string>
#include <sys/stat.h>
#include <utility>

namespace tideline {

namespace {

class OpenFileSource final : public ByteSource {
public:
    explicit OpenFileSource(FileReader reader) : m_reader(std::move(reader)) {}
    std::uint64_t size() const override { return m_reader.size(); }
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override
    {
        return m_reader.readAt(offset, into, length);
    }

private:
    FileReader m_reader;
};

class ReopeningSource final : public ByteSource {
public:
    ReopeningSource(std::string path, const struct stat& state) : m_path(std::move(path)), m_state(state) {}

    std::uint64_t size() const override
    {
        struct stat now = {};
        const bool same = ::stat(m_path.c_str(), &now) == 0 && now.st_size == m_state.st_size
                          && now.st_ino == m_state.st_ino && now.st_mtim.tv_sec == m_state.st_mtim.tv_sec
                          && now.st_mtim.tv_nsec == m_state.st_mtim.tv_nsec;
        return same ? static_cast<std::uint64_t>(now.st_size) : 0;
    }

    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override
    {
        if (size() == 0)
            return 0;
        const auto reader = FileReader::open(m_path);
        return reader ? reader->readAt(offset, into, length) : 0;
    }

private:
    std::string m_path;
    struct stat m_state;
};

} // namespace

std::shared_ptr<const ByteSource> fileSource(FileReader reader)
{
    return std::make_shared<OpenFileSource>(std::move(reader));
}

Result<std::shared_ptr<const ByteSource>> reopeningSource(const std::filesystem::path& path)
{
    struct stat state = {};
    if (::stat(path.c_str(), &state) != 0)
        return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::PermissionDenied,
                     "cannot read file status",
                     path.string(),
                     {}};
    return std::shared_ptr<const ByteSource>(std::make_shared<ReopeningSource>(path.string(), state));
}

} // namespace tideline
