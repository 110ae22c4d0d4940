// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/output_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace tideline::torch_npu {

namespace {

constexpr int kMode = 0644;

bool writeAll(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Status OutputFile::open(const std::filesystem::path& path)
{
    m_path = path;
    m_status = Done{};
    m_buffer.clear();
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
    if (file < 0 || ::close(file) != 0)
        fail();
    m_open = m_status.ok();
    return m_status;
}

void OutputFile::write(std::string_view text)
{
    m_buffer.append(text);
    flushFull();
}

Status OutputFile::close()
{
    if (m_open)
        flush();
    m_open = false;
    m_buffer = fmt::memory_buffer();
    return m_status;
}

void OutputFile::fail()
{
    if (m_status.ok())
        m_status = Error{ErrorCode::NotWritable, std::string("cannot write the file: ") + std::strerror(errno),
                         m_path.string(), errno == ENOSPC ? "Free some space, or choose another disk" : ""};
}

void OutputFile::flush()
{
    if (m_status.ok() && m_buffer.size() > 0) {
        const int file = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        if (file < 0 || !writeAll(file, {m_buffer.data(), m_buffer.size()}))
            fail();
        if (file >= 0 && ::close(file) != 0)
            fail();
    }
    m_buffer.clear();
}

} // namespace tideline::torch_npu
