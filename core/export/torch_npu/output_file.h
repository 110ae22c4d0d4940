// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "core/base/result.h"
#include "core/export/torch_npu/line_text.h"

namespace tideline::torch_npu {

/// A file written from start to end through a buffer. It is open only while a full buffer goes out, so that thousands
/// of ranks can be written side by side. The first failure is kept and returned by close().
class OutputFile {
public:
    /// Creates or empties the file.
    Status open(const std::filesystem::path& path);
    void write(std::string_view text);
    template <typename... Args>
    void print(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(fmt::appender(m_buffer), format, std::forward<Args>(args)...);
        flushFull();
    }
    /// With a format made by FMT_COMPILE, for what is written millions of times.
    template <typename Format, typename... Args,
              std::enable_if_t<fmt::detail::is_compiled_string<Format>::value, int> = 0>
    void print(const Format& format, Args&&... args)
    {
        fmt::format_to(fmt::appender(m_buffer), format, std::forward<Args>(args)...);
        flushFull();
    }
    /// The parts one after the other (core/export/torch_npu/line_text.h), without a format to read.
    template <typename... Parts>
    void put(const Parts&... parts)
    {
        const std::size_t before = m_buffer.size();
        m_buffer.reserve(before + (mostChars(parts) + ...));
        char* end = m_buffer.data() + before;
        ((end = store(end, parts)), ...);
        m_buffer.resize(static_cast<std::size_t>(end - m_buffer.data()));
        flushFull();
    }
    Status close();
    bool isOpen() const { return m_open; }

private:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

    void flushFull()
    {
        if (m_buffer.size() >= kBufferBytes)
            flush();
    }
    void flush();
    void fail();

    std::filesystem::path m_path;
    fmt::memory_buffer m_buffer;
    Status m_status = Done{};
    bool m_open = false;
};

} // namespace tideline::torch_npu
