// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trace.h"

namespace tideline {

/// The neighbour in the drawn row of a slice, `by` places on; none at the ends. O(log rows).
SliceId neighbourOf(const Trace& trace, SliceId slice, int by);
/// The enclosing slice; none for a root. O(1).
SliceId parentOf(const Trace& trace, SliceId slice);
/// The first child; none for a leaf. O(rows · log n).
SliceId childOf(const Trace& trace, SliceId slice);

} // namespace tideline
