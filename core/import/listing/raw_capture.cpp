// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/listing/raw_capture.h"

#include <algorithm>
#include <array>
#include <sys/vfs.h>
#include <system_error>
#include <vector>

#include <linux/magic.h>

#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// The path in single quotes, so that a shell takes it as it is.
std::string shellQuoted(const std::string& text)
{
    std::string out(1, '\'');
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

} // namespace

bool isKernelFileSystem(const fs::path& directory)
{
    constexpr std::array<decltype(statfs::f_type), 9> kMadeUp = {
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEBUGFS_MAGIC,      TRACEFS_MAGIC, SECURITYFS_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEVPTS_SUPER_MAGIC, BPF_FS_MAGIC};
    struct statfs info = {};
    return ::statfs(directory.c_str(), &info) == 0
           && std::find(kMadeUp.begin(), kMadeUp.end(), info.f_type) != kMadeUp.end();
}

bool isRawCapture(const fs::path& directory)
{
    if (!directory.filename().string().starts_with("PROF_"))
        return false;
    const std::vector<fs::path> entries = sortedEntries(directory);
    return std::any_of(entries.begin(), entries.end(), [](const fs::path& entry) {
        const std::string name = entry.filename().string();
        return (name == "host" || name.starts_with("device_")) && isDirectory(entry / "data");
    });
}

std::string howToExport(const fs::path& directory)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(directory, error);
    return "It holds raw records only. To export them, run: msprof --export=on --output="
           + shellQuoted((error ? directory : absolute).string());
}

bool liesBelow(const fs::path& path, const fs::path& directory)
{
    return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

} // namespace tideline
