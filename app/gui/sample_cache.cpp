// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sample_cache.h"

#include <system_error>

#include "app/common/sample.h"
#include "app/gui/xdg_dirs.h"
#include "core/base/progress.h"

namespace tideline {

Result<std::filesystem::path> cachedSample(std::stop_token stop)
{
    const std::filesystem::path place = xdgCacheDir() / ("sample-" TIDELINE_VERSION);
    std::error_code code;
    if (std::filesystem::is_directory(place, code))
        return place;
    std::filesystem::create_directories(place.parent_path(), code);
    if (code)
        return Error{ErrorCode::NotWritable, "the sample could not be written: " + code.message(), place.string(),
                     "Free some space, or set XDG_CACHE_HOME to a directory that can be written"};
    const Result<std::filesystem::path> written = writeSample(place, false, Progress(stop));
    // Another window may have been faster.
    return written || !std::filesystem::is_directory(place, code) ? written : Result<std::filesystem::path>(place);
}

} // namespace tideline
