// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tideline::torch_npu {

/// Microseconds with exactly three decimals, for instance 1700000000000100.020; exact for every ns.
std::string micros(std::int64_t ns);
/// Microseconds as a JSON number without needless zeros: 12.34, 5, -0.5.
std::string microsNumber(std::int64_t ns);
/// A value with up to `decimals` places, trailing zeros cut, at least one place kept: 0.0, 0.186.
std::string decimal(double value, int decimals);
/// bytes / 2^shift, exactly: 954.5. At least one place is kept.
std::string binaryDecimal(std::int64_t bytes, unsigned shift);
/// A quoted JSON string.
std::string jsonString(std::string_view text);
/// Wall time as YYYYMMDDhhmmssmmm, UTC.
std::string compactDate(std::int64_t wallNs);

} // namespace tideline::torch_npu
