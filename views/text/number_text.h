// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace tideline {

/// Numbers for people, grouped and with the decimal sign of the default QLocale. Exports never use these.

/// "1,234,567".
QString countText(std::uint64_t count);

/// Adaptive unit with four significant digits: "0 ns", "17.90 ms", "1.234 s"; negative lengths keep their sign.
QString durationText(Duration duration);

/// Fractional nanoseconds, for means.
QString durationText(double ns);

/// "1,234,567 ns": nothing is lost.
QString exactDurationText(Duration duration);

/// A decimal number with up to `digits` significant digits; "" for NaN.
QString numberText(double value, int digits = 6);

/// Binary units: "512 B", "1.5 MiB".
QString byteText(std::uint64_t bytes);

/// 0.123 -> "12.3 %"; below 0.1 % two more digits, so that a share is never shown as 0 when it is not.
QString percentText(double ratio);

/// A value that may be missing: an en dash then.
QString durationText(const std::optional<Duration>& duration);
QString percentText(const std::optional<double>& ratio);

} // namespace tideline
