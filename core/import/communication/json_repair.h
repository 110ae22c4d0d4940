// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace tideline {

/// What repairJson() changed.
struct JsonRepairs {
    std::uint64_t controls = 0; ///< raw control characters inside strings, now "?"
    bool invalidUtf8 = false;   ///< ill-formed bytes, now U+FFFD
};

/// Makes text that scripts write, but JSON does not allow, readable: NaN and Infinity become empty strings, so that the
/// reader meets a value that is no number at that place. Offsets stay, unless ill-formed UTF-8 had to be replaced. O(n).
JsonRepairs repairJson(std::string& text);

} // namespace tideline
