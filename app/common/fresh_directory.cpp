// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/fresh_directory.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <stdlib.h>

namespace tideline {

namespace fs = std::filesystem;

namespace {

Error failed(const std::string& what, const fs::path& path, const std::error_code& code)
{
    return {ErrorCode::NotWritable, what + ": " + code.message(), path.string(), {}};
}

} // namespace

FreshDirectory::~FreshDirectory()
{
    std::error_code ignored;
    if (!m_place.empty())
        fs::remove_all(m_place, ignored);
}

Status FreshDirectory::open(const fs::path& directory, bool force)
{
    std::error_code code;
    m_directory = fs::absolute(directory, code).lexically_normal();
    if (!m_directory.has_filename())
        m_directory = m_directory.parent_path();
    const fs::file_status status = fs::status(m_directory, code);
    m_exists = fs::exists(status);
    if (!m_exists)
        return makePlace();
    if (!fs::is_directory(status))
        return Error{ErrorCode::NotWritable, "there is a file of this name", m_directory.string(), {}};
    const bool empty = fs::is_empty(m_directory, code);
    if (code)
        return failed("cannot read the directory", m_directory, code);
    if (!empty && !force)
        return Error{ErrorCode::NotWritable, "the directory is not empty", m_directory.string(),
                     "Choose another one, or force writing into it"};
    return makePlace();
}

// A directory that exists may be where another disk is mounted: only inside it files can be moved and not copied.
Status FreshDirectory::makePlace()
{
    std::error_code code;
    const fs::path parent = m_exists ? m_directory : m_directory.parent_path();
    fs::create_directories(parent, code);
    if (code)
        return failed("cannot create the directory", parent, code);
    std::string name = (parent / ("." + m_directory.filename().string() + ".XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return failed(m_exists ? "cannot write into the directory" : "cannot create a directory beside it", m_directory,
                      std::error_code(errno, std::generic_category()));
    m_place = name;
    fs::permissions(name,
                    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read
                        | fs::perms::others_exec,
                    code);
    return Done{};
}

Status FreshDirectory::finish()
{
    std::error_code code;
    if (!m_exists) {
        fs::rename(m_place, m_directory, code);
        if (code)
            return failed("cannot move the result to its place", m_directory, code);
        m_place.clear();
        return Done{};
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(m_place, code)) {
        const fs::path target = m_directory / entry.path().filename();
        fs::remove_all(target, code);
        if (!code)
            fs::rename(entry.path(), target, code);
        if (code)
            return failed("cannot move the result to its place", target, code);
    }
    if (code)
        return failed("cannot move the result to its place", m_directory, code);
    return Done{};
}

} // namespace tideline
