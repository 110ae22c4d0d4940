// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.h"

namespace tideline {

/// Reads decimal text ("1736408883688177.930", "-2.5", "1.7e15"; blanks and tabs around it are trimmed) and scales it by
/// 10^scalePower10 into an integer, exactly, half to even. Nothing on "", "NaN", "Infinity", other text, or a result
/// outside ±kTimeLimitNs. No rounding through double at any point.
std::optional<std::int64_t> scaledDecimal(std::string_view text, int scalePower10);

/// Microseconds as text to nanoseconds.
inline std::optional<std::int64_t> nanosFromMicros(std::string_view text)
{
    return scaledDecimal(text, 3);
}

} // namespace tideline
