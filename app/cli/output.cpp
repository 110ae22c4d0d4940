// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/utf8.h"

namespace tideline {

namespace {

Error writeError(const std::filesystem::path& path)
{
    const int number = errno;
    return {ErrorCode::NotWritable, fmt::format("cannot write ({})", std::strerror(number)), path.string(),
            "Check that the directory exists, is writable and has space"};
}

/// U+0080–U+009F, which terminals obey, and U+061C, which reorders the text around it.
bool isShortControl(std::string_view sequence)
{
    if (sequence.size() < 2)
        return false;
    const auto second = static_cast<unsigned char>(sequence[1]);
    return (sequence[0] == '\xC2' && second >= 0x80 && second <= 0x9F) || (sequence[0] == '\xD8' && second == 0x9C);
}

/// U+2028–U+202E, U+2066–U+2069, U+200E, U+200F: they break lines or reorder the text around them.
bool isBidiControl(std::string_view sequence)
{
    if (sequence.size() != 3 || sequence[0] != '\xE2')
        return false;
    const auto second = static_cast<unsigned char>(sequence[1]);
    const auto third = static_cast<unsigned char>(sequence[2]);
    if (second == 0x80)
        return third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE);
    return second == 0x81 && third >= 0xA6 && third <= 0xA9;
}

} // namespace

Output::Output(std::FILE* file, std::filesystem::path temporary, std::filesystem::path target)
    : m_file(file), m_temporary(std::move(temporary)), m_target(std::move(target))
{
}

Output::Output(Output&& other) noexcept
    : m_file(std::exchange(other.m_file, nullptr)),
      m_temporary(std::move(other.m_temporary)),
      m_target(std::move(other.m_target))
{
    other.m_temporary.clear();
}

Output::~Output()
{
    if (!m_file || m_target.empty())
        return;
    std::fclose(m_file);
    std::error_code ignored;
    if (!m_temporary.empty())
        std::filesystem::remove(m_temporary, ignored);
}

std::filesystem::path temporaryBeside(const std::filesystem::path& target)
{
    std::filesystem::path name = target;
    name.replace_filename(
        fmt::format(".{}.{}.part{}", target.stem().string(), ::getpid(), target.extension().string()));
    return name;
}

std::filesystem::path behindLinks(const std::filesystem::path& target)
{
    std::error_code failure;
    std::filesystem::path real = std::filesystem::canonical(target, failure);
    return failure ? target : real;
}

Status refuseInputs(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs)
{
    for (const auto& input : inputs) {
        std::error_code ignored;
        if (std::filesystem::equivalent(target, input, ignored))
            return Error{ErrorCode::NotWritable, "the output is the input, which is never written to", target.string(),
                         "Choose another name with -o"};
    }
    return Done{};
}

bool isDevice(const std::filesystem::path& target)
{
    std::error_code ignored;
    const auto type = std::filesystem::status(target, ignored).type();
    return type == std::filesystem::file_type::character || type == std::filesystem::file_type::block
           || type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::socket;
}

Result<Output> Output::open(const std::string& target, const std::vector<std::filesystem::path>& inputs)
{
    if (target.empty() || target == "-")
        return Output(stdout, {}, {});
    if (Status allowed = refuseInputs(target, inputs); !allowed)
        return allowed.error();
    // A new file in place of a device or a pipe would take it away from everybody else.
    if (isDevice(target)) {
        std::FILE* device = std::fopen(target.c_str(), "wb");
        return device ? Result<Output>(Output(device, {}, target)) : Result<Output>(writeError(target));
    }
    const std::filesystem::path real = behindLinks(target);
    const std::filesystem::path temporary = temporaryBeside(real);
    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (!file)
        return writeError(target);
    return Output(file, temporary, real);
}

Status Output::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), m_file) != text.size())
        return writeError(m_target);
    return Done{};
}

Status Output::finish()
{
    if (std::fflush(m_file) != 0)
        return writeError(m_target);
    if (m_target.empty())
        return Done{};
    const bool closed = std::fclose(std::exchange(m_file, nullptr)) == 0;
    if (m_temporary.empty())
        return closed ? Status(Done{}) : Status(writeError(m_target));
    std::error_code failure;
    if (closed)
        std::filesystem::rename(m_temporary, m_target, failure);
    if (closed && !failure)
        return Done{};
    const Error error = writeError(m_target);
    std::filesystem::remove(m_temporary, failure);
    return error;
}

void complain(std::string_view text)
{
    std::fflush(stdout);
    const std::string line = fmt::format("tideline-cli: {}\n", text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string visible(std::string_view utf8)
{
    const std::string repaired = isValidUtf8(utf8) ? std::string(utf8) : repairedUtf8(utf8);
    std::string out;
    for (std::size_t i = 0; i < repaired.size(); ++i) {
        const auto byte = static_cast<unsigned char>(repaired[i]);
        const std::string_view sequence = std::string_view(repaired).substr(i, 3);
        if (byte < 0x20 || byte == 0x7F) {
            // The control pictures U+2400 … and U+2421 for delete.
            out += "\xE2\x90";
            out += static_cast<char>(byte == 0x7F ? 0xA1 : 0x80 + byte);
        } else if (isBidiControl(sequence) || isShortControl(sequence)) {
            out += "\xE2\x97\x8C"; // a dotted circle stands for what cannot be seen
            i += isBidiControl(sequence) ? 2 : 1;
        } else {
            out += repaired[i];
        }
    }
    return out;
}

} // namespace tideline
