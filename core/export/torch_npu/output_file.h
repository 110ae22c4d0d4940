// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace tideline::torch_npu {

/// A file written from start to end through a buffer. The first failure is kept and returned by close().
class OutputFile {
public:
    /// Creates or empties the file.
    Status open(const std::filesystem::path& path);
    void write(std::string_view text);
    Status close();
    bool isOpen() const { return m_file != nullptr; }

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void flush();

    std::filesystem::path m_path;
    std::unique_ptr<std::FILE, Closer> m_file;
    std::string m_buffer;
    bool m_failed = false;
};

} // namespace tideline::torch_npu
