// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/standard_input.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include <poll.h>

#include "core/import/discovery.h"

namespace tideline {

namespace {

constexpr int kPollMs = 50;
constexpr std::uint64_t kReportEvery = std::uint64_t{4} << 20;

/// A descriptor that closes itself.
struct Descriptor {
    int number = -1;
    ~Descriptor()
    {
        if (number >= 0)
            ::close(number);
    }
};

/// A file without a name: in the scratch directory, else in memory.
int openUnnamed(const std::filesystem::path& scratch)
{
    if (!scratch.empty()) {
        std::error_code error;
        std::filesystem::create_directories(scratch, error);
        const int fd = ::open(scratch.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (fd >= 0)
            return fd;
    }
    return ::memfd_create("tideline-input", MFD_CLOEXEC);
}

bool writeAll(int fd, const char* data, std::size_t length)
{
    while (length > 0) {
        const ssize_t wrote = ::write(fd, data, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        data += wrote;
        length -= static_cast<std::size_t>(wrote);
    }
    return true;
}

/// False as soon as the start of a stream cannot be JSON, gzip or zip: an endless stream must not fill the disk.
bool mayBeTrace(std::string_view start)
{
    const std::size_t at = start.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return at == std::string_view::npos || std::string_view("[{P\x1F").find(start[at]) != std::string_view::npos;
}

Error tooMuch(std::uint64_t limit)
{
    return {ErrorCode::TooLarge, "standard input holds more than the limit of " + std::to_string(limit >> 20) + " MiB",
            kStandardInput, "Save the trace to a file and open that"};
}

Status copyStream(int from, int to, std::uint64_t limit, const Progress& progress)
{
    std::vector<char> buffer(std::size_t{1} << 20);
    std::uint64_t done = 0;
    for (std::uint64_t reported = 0;;) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "cancelled", kStandardInput, {}};
        pollfd waiting = {from, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMs) == 0)
            continue;
        const ssize_t got = ::read(from, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            return Error{ErrorCode::Damaged, "standard input cannot be read", kStandardInput, {}};
        if (got == 0)
            return Done{};
        if (done == 0 && !mayBeTrace({buffer.data(), static_cast<std::size_t>(got)}))
            return Error{ErrorCode::Unrecognised, "standard input holds no trace", kStandardInput,
                         "A JSON trace is read there: plain, .gz or .zip"};
        if (static_cast<std::uint64_t>(got) > limit - done)
            return tooMuch(limit);
        if (!writeAll(to, buffer.data(), static_cast<std::size_t>(got)))
            return Error{ErrorCode::NotWritable, "no room to keep standard input", kStandardInput,
                         "Save the trace to a file and open that"};
        done += static_cast<std::uint64_t>(got);
        if (done - reported >= kReportEvery) {
            reported = done;
            progress.report({Stage::Discover, done, 0, 0, "standard input"});
        }
    }
}

} // namespace

Result<std::vector<TraceJsonInput>> readStream(int descriptor, const ImportOptions& options, const Progress& progress)
{
    const Descriptor file{openUnnamed(options.scratchDir)};
    if (file.number < 0)
        return Error{ErrorCode::NotWritable, "no room to keep standard input", kStandardInput, {}};
    if (const Status copied = copyStream(descriptor, file.number, options.maxStreamBytes, progress); !copied)
        return copied.error();
    UnpackLimits limits;
    limits.scratchDir = options.scratchDir;
    auto members = openMembers("/proc/self/fd/" + std::to_string(file.number), limits, progress);
    if (!members)
        return Error{members.error().code, members.error().what, kStandardInput, members.error().advice};
    std::vector<TraceJsonInput> inputs;
    for (UnpackedMember& member : *members)
        inputs.push_back({kStandardInput, std::move(member)});
    return inputs;
}

} // namespace tideline
