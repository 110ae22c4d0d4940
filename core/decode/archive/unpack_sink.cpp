// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/archive/unpack_sink.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "core/decode/archive/file_source.h"
#include "core/decode/archive/unpack.h"

namespace tideline {

namespace {

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::string bytes) : m_bytes(std::move(bytes)) {}
    std::uint64_t size() const override { return m_bytes.size(); }
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override
    {
        return offset < m_bytes.size() ? m_bytes.copy(into, length, static_cast<std::size_t>(offset)) : 0;
    }

private:
    std::string m_bytes;
};

/// A file without a name; -1 if the directory does not allow one.
int openUnlinked(const std::filesystem::path& directory)
{
    const int unnamed = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (unnamed >= 0)
        return unnamed;
    std::string name = (directory / "unpack-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.c_str());
    return named;
}

} // namespace

std::shared_ptr<const ByteSource> memorySource(std::string bytes)
{
    return std::make_shared<MemorySource>(std::move(bytes));
}

UnpackSink::~UnpackSink()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Status UnpackSink::append(std::string_view bytes)
{
    if (m_descriptor < 0 && m_size + bytes.size() > m_memoryBytes) {
        if (auto status = spill(); !status)
            return status;
    }
    m_size += bytes.size();
    if (m_descriptor >= 0)
        return write(bytes);
    m_memory += bytes;
    return Done{};
}

Status UnpackSink::spill()
{
    if (m_scratchDir.empty())
        return Error{ErrorCode::TooLarge, "the unpacked data does not fit in memory", {}, "Set a cache directory"};
    std::error_code ignored;
    std::filesystem::create_directories(m_scratchDir, ignored);
    m_descriptor = openUnlinked(m_scratchDir);
    if (m_descriptor < 0) // an input must open where the cache directory cannot be written to
        m_descriptor = openUnlinked(std::filesystem::temp_directory_path(ignored));
    if (m_descriptor < 0)
        return Error{ErrorCode::NotWritable, std::string("cannot make a scratch file (") + std::strerror(errno) + ")",
                     m_scratchDir.string(), "Choose another cache directory"};
    const std::string memory = std::exchange(m_memory, {});
    return write(memory);
}

Status UnpackSink::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(m_descriptor, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return Error{ErrorCode::NotWritable,
                         std::string("cannot write a scratch file (") + std::strerror(errno) + ")",
                         m_scratchDir.string(), "Free some space or choose another cache directory"};
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return Done{};
}

Result<std::shared_ptr<const ByteSource>> UnpackSink::finish()
{
    if (m_descriptor < 0)
        return memorySource(std::move(m_memory));
    auto reader = FileReader::adopt(std::exchange(m_descriptor, -1));
    if (!reader)
        return reader.error();
    return fileSource(std::move(*reader));
}

} // namespace tideline
