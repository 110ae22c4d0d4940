// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

#include "core/analyze/flame.h"

namespace tideline {

/// What a frame is called, in the language of the user; names of slices as the profile has them.
QString flameLabel(const Trace& trace, const FlameFrame& frame);
/// "12.3 ms", or "1,234" for counts.
QString flameWeightText(FlameWeight weight, std::int64_t value);
/// The text of a cell that stands for frames too narrow to draw.
QString flameRestLabel(std::uint64_t frames);

} // namespace tideline
