// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/store/trace.h"

namespace tideline {

/// What statistics are limited to. Empty lists and missing values limit nothing.
struct Scope {
    std::vector<std::int64_t> ranks; ///< rank numbers
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> streams;
    std::optional<TimeRange> range;     ///< on the common axis
    std::vector<std::string> nameParts; ///< case-insensitive substrings that all must occur
    std::vector<std::string> operators; ///< exact names, any of which will do
    /// Core or task type of a kernel or the file's category of a slice, in any case; any of them will do.
    std::vector<std::string> categories;
    bool limitsNothing() const
    {
        return ranks.empty() && steps.empty() && streams.empty() && !range && nameParts.empty() && operators.empty()
               && categories.empty();
    }
    bool operator==(const Scope&) const = default;
};

/// "step:3 rank:0-3 stream:7 cat:AI_CORE name:MatMul op:"Exact name" word". InvalidArgument names the part that is not understood.
Result<Scope> parseScope(std::string_view text);

/// The scope as parseScope() reads it; "" when it limits nothing. Quotes inside names cannot be written and are left
/// out.
std::string scopeText(const Scope& scope);

} // namespace tideline
