// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/output_file.h"

#include <cerrno>
#include <cstring>

namespace tideline::torch_npu {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

Error notWritable(const std::filesystem::path& path)
{
    return {ErrorCode::NotWritable, std::string("cannot write the file: ") + std::strerror(errno), path.string(), {}};
}

} // namespace

Status OutputFile::open(const std::filesystem::path& path)
{
    m_path = path;
    m_failed = false;
    m_file.reset(std::fopen(path.c_str(), "wb"));
    if (!m_file)
        return notWritable(path);
    m_buffer.reserve(kBufferBytes + 4096);
    return Done{};
}

void OutputFile::write(std::string_view text)
{
    m_buffer += text;
    if (m_buffer.size() >= kBufferBytes)
        flush();
}

Status OutputFile::close()
{
    flush();
    std::FILE* file = m_file.release();
    if (file == nullptr || std::fclose(file) != 0 || m_failed)
        return notWritable(m_path);
    return Done{};
}

void OutputFile::flush()
{
    if (m_file && std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_file.get()) != m_buffer.size())
        m_failed = true;
    m_buffer.clear();
}

} // namespace tideline::torch_npu
